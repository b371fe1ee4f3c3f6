package io.tical.server.paypage;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayerConsents;
import io.tical.server.paypage.DisclosureStore.Accepted;
import io.tical.server.transaction.TimelineItem;
import java.net.InetAddress;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Consents of payers to pay another person. Records are never changed or deleted. */
public record Disclosures(Database database, Clock clock) implements PayerConsents {
    /** The version of the conditions in all languages. Every change of their text changes it. */
    static final String TEXT_VERSION = "2026-11-24.2";

    /** The version that is recorded for a client that shows its own conditions. */
    static final String TEXT_UNSTATED = "unstated";

    /** The detail of a consent in a timeline. */
    private record Detail(String textVersion) {}

    @Override
    public List<Consent> all(TransactionKey payin) {
        return database.run(session -> DisclosureStore.list(session, payin));
    }

    @Override
    public List<TimelineItem> of(TransactionKey payin) {
        return all(payin).stream()
                .map(consent -> new TimelineItem(
                        consent.acceptedAt(),
                        "consent",
                        "conditions accepted",
                        new Detail(consent.textVersion()),
                        consent.requestId()))
                .toList();
    }

    /** Whether the payer has accepted the conditions. */
    boolean accepted(TransactionKey payin) {
        return database.run(session -> DisclosureStore.exists(session, payin));
    }

    /** The payments among these whose payer has accepted the conditions. */
    Set<TransactionKey> accepted(Session session, Collection<TransactionKey> payins) {
        return DisclosureStore.find(session, payins);
    }

    /**
     * Records that the payer accepted this version of the text. Accepting again from the same address adds nothing.
     *
     * @param textVersion {@link #TEXT_VERSION} or {@link #TEXT_UNSTATED}
     */
    void accept(TransactionKey payin, String textVersion, InetAddress source, String requestId) {
        var accepted = new Accepted(payin, textVersion, source.getHostAddress(), requestId, clock.instant());
        database.transaction(session -> DisclosureStore.DISCLOSURES.insertIfAbsent(session, accepted));
    }
}
