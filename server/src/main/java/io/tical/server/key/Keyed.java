package io.tical.server.key;

/** An object of an organization, in one of its environments. */
public interface Keyed {
    TransactionKey key();
}
