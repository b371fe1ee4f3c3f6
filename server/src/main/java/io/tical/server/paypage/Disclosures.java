package io.tical.server.paypage;

import io.tical.db.Database;
import java.net.InetAddress;
import java.time.Clock;

/** That payers were told, and accepted, that their money goes to another person. What is written here stays. */
public final class Disclosures {
    /** The version of the conditions, in all languages together. Every change of their text changes it. */
    static final String TEXT_VERSION = "2026-11-21.2";

    /** What is recorded when a client that shows conditions of its own does not say which it showed. */
    static final String TEXT_UNSTATED = "unstated";

    private final Database database;
    private final Clock clock;

    public Disclosures(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Whether the payer of this payment has accepted. */
    boolean accepted(Payment payment) {
        return database.run(session -> DisclosureStore.exists(session, payment));
    }

    /**
     * Records that the payer accepted this version of the text. Accepting again from the same address adds nothing.
     *
     * @param textVersion {@link #TEXT_VERSION} or {@link #TEXT_UNSTATED}: nothing else was shown by this release
     */
    void accept(Payment payment, String textVersion, InetAddress source, String requestId) {
        database.transaction(session -> DisclosureStore.insert(
                session, payment, textVersion, source.getHostAddress(), requestId, clock.instant()));
    }
}
