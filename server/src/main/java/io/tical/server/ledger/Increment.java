package io.tical.server.ledger;

import io.tical.db.Journal;
import io.tical.db.Row;
import io.tical.db.RowChange;
import io.tical.db.RowProof;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.AuditStore.Entry;
import io.tical.server.ledger.AuditStore.Stored;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The transfers and rows of the journal after noted heads. */
record Increment(Session session, Noted noted) {
    /** The chains of the journal, with the noted ones. */
    SortedSet<UUID> chains() {
        var chains = new TreeSet<>(Journal.chains(session));
        chains.addAll(noted.chains());
        return chains;
    }

    /** Reads the rows of a chain after its noted one; returns their number. */
    long rows(UUID chain, BiConsumer<RowProof, Row> consumer) {
        var proof = Journal.proof(session);
        var head = noted.of(chain);
        return Journal.rowsAfter(session, new Journal.Place(chain, head == null ? 0 : head.number()))
                .forEach(TablePages.JOURNAL_ROWS_MAX, row -> consumer.accept(proof, row));
    }

    /**
     * Passes on every unaltered change and transfer.
     *
     * @param wallets all wallets with transfers
     */
    void forEach(Iterable<WalletKey> wallets, Consumer<RowChange> changes, Consumer<Entry> transfers) {
        for (var chain : chains()) {
            rows(chain, (proof, row) -> {
                if (proof.altered(row).isEmpty()) {
                    RowChange.decode(row.bytes(LedgerStore.CHANGES)).stream()
                            .filter(change -> !change.row().table().equals(Journal.TABLE))
                            .forEach(changes);
                }
            });
        }
        for (var wallet : wallets) {
            var pages = new Pages<>(
                    Stored.unaltered(Entry.before(wallet, noted.of(wallet).seq())),
                    last -> AuditStore.entriesOf(session, wallet, last.row().seq()));
            while (pages.peek() != null) {
                var entry = pages.take();
                if (entry.unaltered()) {
                    transfers.accept(entry.row());
                    if (entry.row().changes() != null) {
                        RowChange.decode(Objects.requireNonNull(entry.row().changes()))
                                .forEach(changes);
                    }
                }
            }
        }
    }
}
