package io.tical.server.bankday;

import io.tical.server.bank.PaymentProof;
import io.tical.server.bankday.EntryKind.Effect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the bank has and the ledger has not until the end of a day, by kind; negative where the ledger has it and the bank has not. The balance of
 * the bank is the balance by the ledger and the sum of this.
 */
record Carried(Map<String, Sum> kinds) {
    static final Carried NOTHING = new Carried(Map.of());

    /** The beginning of the names of what was credited and no entry shows. It is counted anew each day; everything else adds up. */
    private static final String CREDITED = "credited_";

    static final String OPENING = "opening_difference";
    static final String STATEMENT = "statement_difference";
    static final String AMOUNT = "amount_difference";

    /** @param amount minor units */
    record Sum(long count, long amount) {
        static final Sum NONE = new Sum(0, 0);

        Sum plus(long more, long minor) {
            return new Sum(count + more, Math.addExact(amount, minor));
        }
    }

    Sum of(String kind) {
        return kinds.getOrDefault(kind, Sum.NONE);
    }

    /** Minor units. */
    long amount() {
        return kinds.values().stream().mapToLong(Sum::amount).reduce(0, Math::addExact);
    }

    /** What was credited and no entry shows, minor units; zero or positive. */
    long credited() {
        return kinds.entrySet().stream()
                .filter(kind -> kind.getKey().startsWith(CREDITED))
                .mapToLong(kind -> Math.negateExact(kind.getValue().amount()))
                .reduce(0, Math::addExact);
    }

    /** The kind of a payment that no entry of the day or an earlier one shows. */
    static String kind(PaymentProof.Status status) {
        return CREDITED
                + switch (status) {
                    case WAITING -> "waiting";
                    case PROVED -> "later";
                    case MISSING -> "missing";
                    case EXPLAINED -> "explained";
                };
    }

    static Carried credited(Collection<PaymentProof> payments) {
        var kinds = new TreeMap<String, Sum>();
        for (var proof : payments) {
            var kind = kind(proof.status());
            kinds.put(
                    kind,
                    kinds.getOrDefault(kind, Sum.NONE)
                            .plus(1, Math.negateExact(proof.payment().amount())));
        }
        return new Carried(kinds);
    }

    /** Only what was credited and no entry shows. */
    Carried onlyCredited() {
        var kinds = new TreeMap<>(kinds());
        kinds.keySet().removeIf(kind -> !kind.startsWith(CREDITED));
        return new Carried(kinds);
    }

    /**
     * What a day leaves.
     *
     * @param sums of its entries
     * @param opening what the bank's opening balance differs from the closing one before, minor units
     * @param statement what the bank's balances differ from the entries, minor units
     * @param credited what was credited and no entry until its end shows
     */
    Carried after(DaySums sums, long opening, long statement, Carried credited) {
        var kinds = new TreeMap<>(kinds());
        kinds.keySet().removeIf(kind -> kind.startsWith(CREDITED));
        for (var line : sums.lines()) {
            if (line.kind().effect() != Effect.POSTED) {
                add(kinds, line.kind().word(), line.count(), line.amount());
            }
        }
        add(kinds, OPENING, 1, opening);
        add(kinds, STATEMENT, 1, statement);
        add(kinds, AMOUNT, 1, sums.amountDifference());
        kinds.putAll(credited.kinds());
        return new Carried(kinds);
    }

    private static void add(Map<String, Sum> kinds, String kind, long count, long amount) {
        if (amount != 0) {
            kinds.put(kind, kinds.getOrDefault(kind, Sum.NONE).plus(count, amount));
        }
    }

    /** All kinds of both, in their order. */
    List<String> kindsWith(Carried other) {
        var all = new TreeMap<>(kinds);
        all.putAll(other.kinds);
        return new ArrayList<>(all.keySet());
    }
}
