package io.tical.server.bank;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.bank.AccountEntry.Category;
import io.tical.server.key.Keyed;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The posting of an entry that pays no transaction, in the operator's own books: the wallet of the service, which no merchant has.
 *
 * @param amount that of the entry: signed minor units, positive is money into the account
 * @param postedBy who said what the entry is
 * @param reversedBy who opened the entry again; null unless it is reversed
 */
record BankPosting(
        TransactionKey key,
        UUID entryId,
        Category category,
        String currency,
        long amount,
        Status status,
        String postedBy,
        @Nullable String reversedBy,
        Instant updatedAt)
        implements Keyed {
    static final String TABLE = "bank_posting";

    enum Status implements Word {
        /** It counts. */
        POSTED,
        /** Its entry was opened again: the opposite posting followed it. */
        REVERSED
    }

    /** The key of a new posting of an entry. */
    static TransactionKey next(AccountEntry entry) {
        return TransactionKey.ofService(entry.livemode(), Ids.next());
    }

    /** The posting of an entry with this key. */
    static BankPosting of(TransactionKey key, AccountEntry entry, Category category, String by, Instant at) {
        return new BankPosting(
                key, entry.id(), category, entry.currency(), entry.amount(), Status.POSTED, by, null, at);
    }

    BankPosting reversed(String by, Instant at) {
        return new BankPosting(key, entryId, category, currency, amount, Status.REVERSED, postedBy, by, at);
    }

    /** What moves when it begins to count. */
    Movement movement() {
        return movement(category, amount, key);
    }

    /** What would move if an entry were of a category. */
    static Movement movement(AccountEntry entry, Category category) {
        return movement(category, entry.amount(), entry.key());
    }

    private static Movement movement(Category category, long amount, TransactionKey reference) {
        return new Movement(type(category, amount), Math.absExact(amount), reference.id());
    }

    /** What moves when it is reversed. */
    Movement opposite() {
        return movement(category, Math.negateExact(amount), key);
    }

    /** The posting of an entry of a category. */
    static PostingType type(Category category, long amount) {
        var word = TABLE + "_" + category.word() + (amount > 0 ? "_in" : "_out");
        return PostingType.of(word).orElseThrow(() -> new IllegalStateException("no posting is called " + word));
    }

    /** The posting that an entry has; null if it has none. */
    static @Nullable TransactionKey of(AccountEntry entry) {
        var match = entry.match();
        return match != null && match.type() == AccountEntry.MatchType.POSTING
                ? Objects.requireNonNull(match.transaction())
                : null;
    }
}
