package io.tical.server.ledger;

import io.tical.db.Journal;
import io.tical.db.Row;
import io.tical.db.RowChange;
import io.tical.db.RowMac;
import io.tical.db.RowProof;
import io.tical.server.ledger.AuditStore.Stored;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Proves the rows of the journal by their MACs, by their numbers, by the row before each, and by notes of the numbers that chains had
 * reached.
 */
final class JournalChains {
    /** The number that each chain must have reached, and the number that it has reached. */
    private final Map<UUID, Long> noted = new TreeMap<>();

    private final Map<UUID, Long> numbers = new HashMap<>();
    private final Map<UUID, Head> heads = new TreeMap<>();
    private boolean complete = true;
    private @Nullable UUID chain;
    private long number;
    /** The MAC of the last row; null if the row is altered or missing. */
    private byte @Nullable [] mac;

    /**
     * Accepts the next row, in the order of chains and numbers.
     *
     * @param changes accepts the row's changes of rows of other tables
     */
    void read(RowProof proof, Row row, Consumer<RowChange> changes, Findings findings) {
        var altered = proof.altered(row);
        follow(proof, row, altered, findings);
        complete &= JournalAudit.passOn(altered, proof.keyColumns(), row.bytesOrNull(LedgerStore.CHANGES), change -> {
            if (!change.row().table().equals(Journal.TABLE)) {
                changes.accept(change);
            } else if (altered.isEmpty()) {
                var place = change.row().place();
                noted.merge(place.chain(), place.number(), Math::max);
            }
        });
    }

    private void follow(RowProof proof, Row row, List<String> altered, Findings findings) {
        var of = row.uuid("chain");
        if (!of.equals(chain)) {
            begin(of, 0, new byte[0]);
        }
        number(proof, row, altered, findings);
        var name = name(of, row.number("number"));
        if (!findings.unaltered(altered, Journal.TABLE, () -> name)) {
            mac = null;
            return;
        }
        if (mac != null && !Arrays.equals(row.bytes("previous"), mac)) {
            findings.add(Journal.TABLE, name + " previous", "the MAC of the previous row", "another MAC");
        }
        mac = row.bytes(RowMac.COLUMN);
    }

    /**
     * Begins the rows of another chain.
     *
     * @param number the number of the row before them; 0 for the first row
     * @param mac the MAC of the row before them; empty if there is none, null if it is unknown
     */
    void begin(UUID chain, long number, byte @Nullable [] mac) {
        finish();
        this.chain = chain;
        this.number = number;
        this.mac = mac;
    }

    private void number(RowProof proof, Row row, List<String> altered, Findings findings) {
        var of = row.uuid("chain");
        var found = row.number("number");
        var credible = proof.keyColumns().stream().allMatch(column -> Stored.isCredible(altered, column));
        if (found != number + 1 && credible) {
            missing(of, number + 1, found - 1, "this row", "none, the next one is number " + found, findings);
            mac = null;
        }
        if (found == number + 1 || credible) {
            number = found;
        }
    }

    /** Ends the chain. */
    void finish() {
        if (chain != null) {
            numbers.put(chain, number);
            if (mac != null && number > 0) {
                heads.put(chain, Head.ofJournal(chain, number, mac));
            }
        }
    }

    /** Adds a finding for each chain that has not reached the number that a later row notes. */
    void requireNoted(Findings findings) {
        noted.forEach((of, to) -> {
            var from = numbers.getOrDefault(of, 0L) + 1;
            if (from <= to) {
                missing(of, from, to, "this row, because a later row notes it", "none", findings);
            }
        });
    }

    private void missing(UUID of, long from, long to, String expected, String found, Findings findings) {
        complete = false;
        findings.add(Journal.TABLE, "chain " + of + ", number " + WalletAudit.range(from, to), expected, found);
    }

    /** Whether every change is known, as far as the journal itself can tell. */
    boolean complete() {
        return complete && !numbers.isEmpty();
    }

    /** The last row of each chain. */
    Stream<Head> heads() {
        return heads.values().stream();
    }

    private static String name(UUID chain, long number) {
        return "chain " + chain + ", number " + number;
    }
}
