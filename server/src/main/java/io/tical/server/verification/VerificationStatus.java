package io.tical.server.verification;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether finance has verified a bank account, and the transitions. */
public enum VerificationStatus implements Word {
    /** The merchant has not asked for its verification. */
    UNVERIFIED,
    /** The merchant asked for it, and finance must decide. */
    PENDING,
    VERIFIED,
    /** Finance refused it; the merchant may ask again. */
    REFUSED;

    /** The triggers of transitions. */
    public enum Trigger implements Word {
        REQUEST,
        VERIFY,
        REFUSE
    }

    /**
     * The transitions of a kind of bank account.
     *
     * @param object its name in error codes
     */
    public static StateTable<VerificationStatus, Trigger, NoEffect> table(String object) {
        return StateTable.of(
                        object,
                        row(UNVERIFIED, Trigger.REQUEST, PENDING),
                        row(UNVERIFIED, Trigger.VERIFY, VERIFIED),
                        row(PENDING, Trigger.VERIFY, VERIFIED),
                        row(PENDING, Trigger.REFUSE, REFUSED),
                        row(REFUSED, Trigger.REQUEST, PENDING),
                        row(REFUSED, Trigger.VERIFY, VERIFIED))
                .operators(Trigger.VERIFY, "verify")
                .operators(Trigger.REFUSE, "refuse");
    }

    /** The status of an account, from the times at which it was submitted, verified and refused. */
    public static VerificationStatus of(
            @Nullable Instant verifiedAt, @Nullable Instant requestedAt, @Nullable Instant refusedAt) {
        if (verifiedAt != null) {
            return VERIFIED;
        }
        if (requestedAt == null) {
            return UNVERIFIED;
        }
        return refusedAt == null ? PENDING : REFUSED;
    }
}
