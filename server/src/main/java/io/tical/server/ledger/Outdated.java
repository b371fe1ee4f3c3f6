package io.tical.server.ledger;

/** Another transaction has changed what a group was decided on. The group's transaction must be rolled back and run again. */
public final class Outdated extends RuntimeException {
    public Outdated() {
        super("another transaction has changed what this one was decided on", null, false, false);
    }
}
