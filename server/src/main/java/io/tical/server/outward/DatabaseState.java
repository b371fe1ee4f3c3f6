package io.tical.server.outward;

/**
 * Which database this is, and how far it has come.
 *
 * @param position the bytes of its write-ahead log
 */
record DatabaseState(Identity identity, long position) {
    /**
     * What a database has in common with no earlier or restored state of itself. A promoted standby has a greater timeline. A backup, or a
     * snapshot of the disk, is started by another process; a dump is read into other tables.
     *
     * @param incarnation its process and its tables
     */
    record Identity(long systemIdentifier, long timeline, String incarnation) {
        /** Of a database with which a log was not compared, as far as this one knows. */
        static final Identity UNKNOWN = new Identity(0, 0, "");
    }

    /** The database does not tell which one it is, so what left cannot be compared with it. */
    static final class Untold extends RuntimeException {
        Untold(RuntimeException cause) {
            super(
                    "the database does not tell which one it is (" + cause.getMessage()
                            + "). Grant the role of the service EXECUTE on pg_control_system, pg_current_wal_insert_lsn,"
                            + " pg_walfile_name and pg_postmaster_start_time",
                    cause);
        }
    }

    /** Whether this is the same database as before, with everything that it had. */
    boolean continues(DatabaseState before) {
        return identity.equals(before.identity) && position >= before.position;
    }
}
