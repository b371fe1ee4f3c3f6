package io.tical.server.bankday;

import io.tical.common.Word;
import io.tical.server.bank.AccountDays.Explained;
import io.tical.server.bank.AccountEntry;
import io.tical.server.bank.AccountEntry.MatchType;
import java.util.Objects;

/**
 * What an entry is. The words follow from its status, from the type of its match and from what a person said, so a new type of match or category
 * is a kind of its own.
 *
 * @param word such as {@code payin_paid} or {@code fee}
 */
record EntryKind(String word, Effect effect) implements Comparable<EntryKind> {
    /** What an entry means for the ledger. */
    enum Effect implements Word {
        /** The ledger has it. */
        POSTED,
        /** The ledger has it not, and somebody said why. */
        DIFFERENCE,
        /** Nobody has explained it. */
        OPEN
    }

    static EntryKind of(Explained explained) {
        var entry = explained.entry();
        return switch (entry.status()) {
            case OPEN -> new EntryKind("open", Effect.OPEN);
            case MATCHED -> new EntryKind(matched(explained), Effect.POSTED);
            case ALLOCATED ->
                new EntryKind(
                        Objects.requireNonNullElse(entry.reason(), "other"),
                        entry.movedMoney() ? Effect.POSTED : Effect.DIFFERENCE);
            case REVERSED -> new EntryKind("reversed", Effect.DIFFERENCE);
            case IGNORED -> new EntryKind("ignored", Effect.DIFFERENCE);
            case UNDONE -> throw new IllegalArgumentException("an entry that was undone is of no day");
        };
    }

    private static String matched(Explained explained) {
        var match = Objects.requireNonNull(explained.entry().match(), "a matched entry has a match");
        if (match.type() != MatchType.PAYIN) {
            return match.type().word();
        }
        return proves(explained) ? "payin_proved" : "payin_paid";
    }

    /** Whether the payin had been credited before its entry was matched, by a slip or by staff. */
    private static boolean proves(Explained explained) {
        var payment = explained.payment();
        AccountEntry entry = explained.entry();
        return payment != null && entry.decidedBy() == null && payment.at().isBefore(entry.updatedAt());
    }

    /** What the ledger has of an entry: of a payin, what was credited for it. */
    static long posted(Explained explained) {
        if (of(explained).effect() != Effect.POSTED) {
            return 0;
        }
        var payment = explained.payment();
        return payment == null ? explained.entry().amount() : payment.amount();
    }

    @Override
    public int compareTo(EntryKind other) {
        var byEffect = effect.compareTo(other.effect);
        return byEffect == 0 ? word.compareTo(other.word) : byEffect;
    }
}
