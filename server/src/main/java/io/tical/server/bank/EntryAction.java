package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.server.bank.AccountEntry.Category;
import io.tical.server.transaction.Action;

/**
 * What a person says about an entry that pays no transaction; {@link EntryGroup} decides it. {@code BANK_ENTRY_STATUS_TRANSITION_INVALID} if the
 * entry does not allow it, {@code BANK_DAY_CLOSED} if its day is closed.
 */
sealed interface EntryAction extends Action {
    /** It needs nothing, for the reason in the note. It is not posted. */
    record Ignore() implements EntryAction {}

    /** It is the operator's own money, which is posted. */
    record Allocate(Category category) implements EntryAction {}

    /** Takes back that it was ignored or allocated. Its posting is reversed. */
    record Reopen() implements EntryAction {}

    /** The words of the decisions in the history. */
    enum Trigger implements Word {
        IGNORE,
        ALLOCATE,
        REOPEN
    }

    default Trigger trigger() {
        return switch (this) {
            case Ignore _ -> Trigger.IGNORE;
            case Allocate _ -> Trigger.ALLOCATE;
            case Reopen _ -> Trigger.REOPEN;
        };
    }
}
