package io.tical.server.merchant;

import io.tical.db.Session;

/** The SQL of the version of the configuration, which is one row. */
final class ConfigurationStore {
    private ConfigurationStore() {}

    static long version(Session session) {
        return session.sql("SELECT version FROM configuration_version").one(row -> row.number("version"));
    }

    /** Increments the version, and locks it until the transaction ends; returns the new one. */
    static long raise(Session session) {
        return session.sql("UPDATE configuration_version SET version = version + 1 RETURNING version")
                .one(row -> row.number("version"));
    }
}
