package io.tical.server.paypage;

import io.tical.db.Database;
import java.net.InetAddress;
import java.time.Clock;

/** Consents of payers to pay another person. Records are never changed or deleted. */
public final class Disclosures {
    /** The version of the conditions in all languages. Every change of their text changes it. */
    static final String TEXT_VERSION = "2026-11-21.2";

    /** The version that is recorded for a client that shows its own conditions. */
    static final String TEXT_UNSTATED = "unstated";

    private final Database database;
    private final Clock clock;

    public Disclosures(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Whether the payer has accepted the conditions. */
    boolean accepted(Payment payment) {
        return database.run(session -> DisclosureStore.exists(session, payment));
    }

    /**
     * Records that the payer accepted this version of the text. Accepting again from the same address adds nothing.
     *
     * @param textVersion {@link #TEXT_VERSION} or {@link #TEXT_UNSTATED}
     */
    void accept(Payment payment, String textVersion, InetAddress source, String requestId) {
        database.transaction(session -> DisclosureStore.insert(
                session, payment, textVersion, source.getHostAddress(), requestId, clock.instant()));
    }
}
