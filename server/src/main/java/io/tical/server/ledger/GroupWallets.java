package io.tical.server.ledger;

import io.tical.common.Ids;
import io.tical.db.AlteredRow;
import io.tical.server.key.WalletKey;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The wallets of a group as its transaction will leave them; locked, or known and checked when they are written. Decisions and postings
 * change them in memory; {@link LedgerStore} writes them.
 */
public final class GroupWallets {
    private final Instant now;
    private final Map<WalletKey, Wallet> wallets = new TreeMap<>();
    /** The wallets that do not exist yet, as they would be created. */
    private final Map<WalletKey, Wallet> empty = new TreeMap<>();

    private final List<Transfer> transfers = new ArrayList<>();

    GroupWallets(Instant now, Collection<Wallet> existing) {
        this.now = now;
        add(existing);
    }

    /** Adds wallets that exist. */
    void add(Collection<Wallet> existing) {
        existing.forEach(wallet -> wallets.put(wallet.key(), wallet));
    }

    /** Adds an empty wallet for each key whose wallet does not exist. It is created if something is posted on it. */
    void addMissing(Collection<WalletKey> keys) {
        for (var key : keys) {
            if (!wallets.containsKey(key)) {
                var wallet = Wallet.empty(key, now);
                empty.put(key, wallet);
                wallets.put(key, wallet);
            }
        }
    }

    /** The time of everything in this transaction, to the millisecond. */
    public Instant now() {
        return now;
    }

    /** The wallet after the postings so far. */
    public Wallet wallet(WalletKey key) {
        return Objects.requireNonNull(wallets.get(key), () -> key + " is not a wallet of this group");
    }

    /**
     * Posts all of the movements, or none of them. Without movements, the wallet need not be of this group.
     *
     * @throws Problem.Refused {@code INSUFFICIENT_BALANCE} if the available balance does not cover one of them
     * @throws AlteredRow if another balance does not cover its movement: earlier movements of the same object must have put the amount there
     */
    public void post(WalletKey key, List<Movement> movements) {
        if (movements.isEmpty()) {
            return;
        }
        var wallet = wallet(key);
        var posted = new ArrayList<Transfer>(movements.size());
        for (var movement : movements) {
            if (movement.amount() != 0) {
                wallet = apply(wallet, movement);
                posted.add(transfer(wallet, movement));
            }
        }
        wallets.put(key, wallet);
        transfers.addAll(posted);
    }

    private Wallet apply(Wallet wallet, Movement movement) {
        var amount = movement.amount();
        if (amount < 0) {
            throw new IllegalArgumentException("a movement is positive: " + movement);
        }
        var debit = movement.posting().debit();
        if (debit.wallet() && wallet.balance(debit) < amount) {
            throw uncovered(wallet, movement);
        }
        return new Wallet(
                wallet.key(),
                after(wallet, movement, Account.AVAILABLE),
                after(wallet, movement, Account.HELD),
                after(wallet, movement, Account.IN_TRANSIT),
                wallet.dailyDate(),
                wallet.dailyUsed(),
                wallet.lastSeq() + 1,
                wallet.updatedAt().isAfter(now) ? wallet.updatedAt() : now);
    }

    private RuntimeException uncovered(Wallet wallet, Movement movement) {
        var account = movement.posting().debit();
        if (account == Account.AVAILABLE) {
            return new Problem.Refused(
                    "INSUFFICIENT_BALANCE",
                    "The available balance does not cover this amount and its fee; nothing was moved. Add funds, or send a"
                            + " smaller amount if possible.");
        }
        return new AlteredRow("In wallet, " + WalletAudit.describe(wallet.key()) + ": the " + account.word()
                + " balance of "
                + wallet.balance(account) + " does not cover " + movement.amount() + " of " + movement.reference()
                + ", so the wallet or that object was reverted to an earlier version. Run ./tical audit.");
    }

    private static long after(Wallet wallet, Movement movement, Account account) {
        var balance = wallet.balance(account);
        if (movement.posting().debit() == account) {
            return Math.subtractExact(balance, movement.amount());
        }
        return movement.posting().credit() == account ? Math.addExact(balance, movement.amount()) : balance;
    }

    private static Transfer transfer(Wallet wallet, Movement movement) {
        var posting = movement.posting();
        return new Transfer(
                wallet.key(),
                wallet.lastSeq(),
                Ids.next(),
                posting.debit(),
                posting.credit(),
                movement.amount(),
                posting.word(),
                movement.reference(),
                wallet.available(),
                wallet.held(),
                wallet.inTransit(),
                wallet.updatedAt());
    }

    /** See {@link Wallet#countingDay}. */
    public LocalDate countingDay(WalletKey key, LocalDate today) {
        return wallet(key).countingDay(today);
    }

    /** Payouts counted towards a day so far. */
    public long dailyUsed(WalletKey key, LocalDate day) {
        return wallet(key).dailyUsed(day);
    }

    /** Counts an amount towards a day's payouts; the counter follows the newest day. */
    public void countDaily(WalletKey key, LocalDate day, long amount) {
        var wallet = wallet(key);
        var counted = wallet.dailyDate();
        if (counted == null || counted.isBefore(day)) {
            wallets.put(key, withDaily(wallet, day, amount));
        } else if (counted.equals(day)) {
            wallets.put(key, withDaily(wallet, day, Math.addExact(wallet.dailyUsed(), amount)));
        }
    }

    /** Subtracts an amount from the payouts of a day, if the wallet still counts that day. */
    public void releaseDaily(WalletKey key, LocalDate day, long amount) {
        var wallet = wallet(key);
        if (day.equals(wallet.dailyDate())) {
            wallets.put(key, withDaily(wallet, day, Math.max(0, wallet.dailyUsed() - amount)));
        }
    }

    private static Wallet withDaily(Wallet wallet, @Nullable LocalDate day, long used) {
        return new Wallet(
                wallet.key(),
                wallet.available(),
                wallet.held(),
                wallet.inTransit(),
                day,
                used,
                wallet.lastSeq(),
                wallet.updatedAt());
    }

    /** The wallets that exist when the transaction commits. */
    List<Wallet> wallets() {
        return filtered(wallet -> !wallet.equals(empty.get(wallet.key())));
    }

    /** The wallets that existed before. */
    List<Wallet> existing() {
        return filtered(wallet -> !empty.containsKey(wallet.key()));
    }

    /** The wallets that this transaction creates, in their order. */
    List<Wallet> created() {
        return filtered(wallet -> empty.containsKey(wallet.key()) && !wallet.equals(empty.get(wallet.key())));
    }

    private List<Wallet> filtered(Predicate<Wallet> which) {
        return wallets.values().stream().filter(which).toList();
    }

    List<Transfer> transfers() {
        return transfers;
    }
}
