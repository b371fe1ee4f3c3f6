package io.tical.server.ledger;

import static io.tical.server.ledger.Finding.require;

import io.tical.db.Session;
import io.tical.server.ledger.AuditStore.Entry;
import io.tical.server.ledger.PayinAuditStore.Key;
import io.tical.server.ledger.PayinAuditStore.Moved;
import io.tical.server.ledger.PayinAuditStore.Stored;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Proves that the journal moved for each payin what its row says, and nothing for a test payin.
 *
 * <p>The journal is reached by reference only, so what it has of payins is also counted from its own side: a posting for a
 * payin that does not exist would show as a difference.
 */
final class PayinAudit {
    private final Session session;
    private long payins;
    private long transfers;

    PayinAudit(Session session) {
        this.session = session;
    }

    /** @param payinTransfers how many postings of payins the journal has */
    void run(long payinTransfers) {
        var page = PayinAuditStore.after(session, Key.BEFORE_ALL);
        while (!page.isEmpty()) {
            page(page);
            page = PayinAuditStore.after(session, page.getLast().key());
        }
        if (transfers != payinTransfers) {
            findStray();
            throw new Finding.Found("transfer", "all payin postings", transfers + " of payins", payinTransfers);
        }
    }

    private void page(List<Stored> page) {
        var movedOf = PayinAuditStore.moved(
                        session, page.stream().map(Stored::key).toList())
                .stream()
                .collect(Collectors.groupingBy(Moved::payin));
        for (var payin : page) {
            var moved = movedOf.getOrDefault(payin.key(), List.of());
            for (var posting : moved) {
                require(
                        posting.currency().equals(payin.currency()),
                        "transfer",
                        payin.key() + " " + posting.operation(),
                        "postings in " + payin.currency(),
                        "one in " + posting.currency());
                transfers += posting.transfers();
            }
            PayinMoneyRule.of(payin).require(moved);
        }
        payins += page.size();
    }

    /** Names the first posting of a payin that does not exist. */
    private void findStray() {
        var after = Entry.before(AuditStore.BEFORE_ALL);
        for (var page = AuditStore.entriesAfter(session, after.wallet(), after.seq());
                !page.isEmpty();
                page = AuditStore.entriesAfter(
                        session, page.getLast().wallet(), page.getLast().seq())) {
            var entries = page.stream()
                    .filter(entry -> entry.operation().startsWith("payin_"))
                    .toList();
            var known = new HashSet<>(PayinAuditStore.existing(
                    session, entries.stream().map(PayinAudit::payin).toList()));
            for (var entry : entries) {
                require(
                        known.contains(payin(entry)),
                        "transfer",
                        WalletAudit.key(entry) + " reference",
                        "a payin of this organization and environment",
                        entry.reference());
            }
        }
    }

    private static Key payin(Entry entry) {
        return new Key(entry.wallet().organizationId(), entry.wallet().livemode(), entry.reference());
    }

    Map<String, Long> counts() {
        return Map.of("payin", payins);
    }
}
