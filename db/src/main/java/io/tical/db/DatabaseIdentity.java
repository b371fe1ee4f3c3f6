package io.tical.db;

/**
 * Which database a connection leads to.
 *
 * @param system the identifier that {@code initdb} gave the cluster, which its standbys and physical copies share; 0 if the server does not
 *     tell it
 * @param timeline the timeline that the server writes on, from 1. Each promotion and each recovery to a point in time begins the next one. 0
 *     if the server does not tell it
 */
public record DatabaseIdentity(long system, long timeline) {
    @Override
    public String toString() {
        return "system " + system + ", timeline " + timeline;
    }
}
