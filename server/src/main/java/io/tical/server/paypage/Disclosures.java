package io.tical.server.paypage;

import io.tical.db.Database;
import java.net.InetAddress;
import java.time.Instant;

/** That payers were told, and accepted, that their money goes to another person. What is written here stays. */
public final class Disclosures {
    /** The text of the conditions, in all languages together. Whoever changes a word of it changes this. */
    static final String TEXT_VERSION = "2026-11-21";

    private final Database database;

    public Disclosures(Database database) {
        this.database = database;
    }

    /** Whether the payer of this payment has accepted. */
    boolean accepted(Payment payment) {
        return database.run(session -> DisclosureStore.exists(session, payment));
    }

    /** Writes down that the payer accepts the text as it is now. Accepting again from the same address adds nothing. */
    void accept(Payment payment, InetAddress source, String requestId) {
        database.transaction(session -> DisclosureStore.insert(
                session, payment, TEXT_VERSION, source.getHostAddress(), requestId, Instant.now()));
    }
}
