package io.tical.server.outward;

/**
 * Which database this is, and how far its log has come. A promoted standby has a greater timeline; a restored backup has another one, or
 * is behind.
 *
 * @param position the bytes of its write-ahead log
 */
record DatabaseState(long systemIdentifier, long timeline, long position) {
    /** Whether this is the same database as before, with everything that it had. */
    boolean continues(DatabaseState before) {
        return isSame(before.systemIdentifier, before.timeline) && position >= before.position;
    }

    boolean isSame(long system, long ofTimeline) {
        return systemIdentifier == system && timeline == ofTimeline;
    }
}
