package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A day of an account of the operator that a statement says something about. While it is closed, its entries do not change.
 *
 * @param day in the zone of the banks
 * @param sealed what was sealed with it; null while it is open
 * @param version incremented by every change
 */
public record AccountDay(
        UUID id,
        UUID accountId,
        boolean livemode,
        LocalDate day,
        Status status,
        @Nullable Sealed sealed,
        long version,
        Instant updatedAt) {
    /** Its name in codes and in the audit log. */
    public static final String RESOURCE = "bank_day";

    public enum Status implements Word {
        OPEN,
        CLOSED
    }

    /**
     * @param opening the balance of the bank before the day, minor units
     * @param closing the balance of the bank after the day, minor units
     * @param number of its seal in the chain of the account
     */
    public record Sealed(long opening, long closing, long number) {}

    /** An account in one environment. */
    public record Account(UUID id, boolean livemode) {}

    public Account account() {
        return new Account(accountId, livemode);
    }

    public TransactionKey key() {
        return TransactionKey.ofService(livemode, id);
    }

    AccountDay closed(Sealed seal, Instant at) {
        return new AccountDay(id, accountId, livemode, day, Status.CLOSED, seal, version + 1, at);
    }

    AccountDay reopened(Instant at) {
        return new AccountDay(id, accountId, livemode, day, Status.OPEN, null, version + 1, at);
    }
}
