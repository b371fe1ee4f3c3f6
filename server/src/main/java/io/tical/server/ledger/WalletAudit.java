package io.tical.server.ledger;

import static io.tical.server.ledger.Finding.require;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.AuditStore.Entry;
import io.tical.server.ledger.AuditStore.Stored;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one wallet's transfers from the first to the last, and proves each from the one before it. After an altered or missing transfer it
 * continues with the balances of the next one whose MAC is valid.
 */
final class WalletAudit {
    private static final String WALLET = "wallet";
    private static final String TRANSFER = "transfer";
    private static final List<String> KEY = List.of("organization_id", "livemode", "currency");
    static final List<String> TRANSFER_KEY = List.of("organization_id", "livemode", "currency", "seq");

    private static final int MILLISECOND_NS = 1_000_000;

    private final WalletKey key;
    private final @Nullable Stored<Wallet> stored;
    private final SealAudit seals;
    private final Findings findings;
    private final Map<Account, Long> balances = new EnumMap<>(Account.class);
    /** The number of the last transfer, and of the last one whose MAC is valid. */
    private long lastSeq;

    private long provedSeq;
    private Instant lastAt = Instant.MIN;
    /** Whether the balances after the last transfer are known. */
    private boolean known;

    private boolean missing;
    private @Nullable Entry last;

    /**
     * @param stored the wallet's row; null if there is none
     * @param begin the number of the first transfer to read; 1 for all
     */
    WalletAudit(WalletKey key, @Nullable Stored<Wallet> stored, long begin, SealAudit seals, Findings findings) {
        this.key = key;
        this.lastSeq = begin - 1;
        this.provedSeq = begin - 1;
        this.known = begin == 1;
        this.stored = stored;
        this.seals = seals;
        this.findings = findings;
        if (stored != null) {
            findings.unaltered(stored.altered(), WALLET, () -> describe(key));
        }
        for (var account : Account.values()) {
            balances.put(account, 0L);
        }
    }

    /** Accepts the wallet's next transfer. */
    void follow(Stored<Entry> next) {
        var entry = next.row();
        number(next);
        if (findings.unaltered(next.altered(), TRANSFER, () -> name(entry))) {
            findings.holds(() -> prove(entry));
            balances.put(Account.AVAILABLE, entry.availableAfter());
            balances.put(Account.HELD, entry.heldAfter());
            balances.put(Account.IN_TRANSIT, entry.inTransitAfter());
            known = true;
            provedSeq = entry.seq();
            last = entry;
            lastAt = entry.createdAt();
        } else {
            known = false;
        }
        seals.cover(entry, next.unaltered());
    }

    private void number(Stored<Entry> next) {
        var seq = next.row().seq();
        var credible = TRANSFER_KEY.stream().allMatch(next::isCredible);
        if (seq != lastSeq + 1 && credible) {
            findings.add(
                    TRANSFER,
                    describe(key) + " seq " + range(lastSeq + 1, seq - 1),
                    "this transfer",
                    "none, the next one is seq " + seq);
            missing = true;
            known = false;
        }
        if (seq == lastSeq + 1 || credible) {
            lastSeq = seq;
        }
    }

    /** Numbers of rows that are missing. */
    static String range(long from, long to) {
        return to > from ? from + " to " + to : Long.toString(from);
    }

    private void prove(Entry entry) {
        var name = name(entry);
        var posting = PostingType.of(entry.operation())
                .orElseThrow(() ->
                        new Finding.Found(TRANSFER, name + " operation", "a posting of the ledger", entry.operation()));
        require(
                posting.debit().word().equals(entry.debit())
                        && posting.credit().word().equals(entry.credit()),
                TRANSFER,
                name + " " + entry.operation(),
                posting.debit().word() + " to " + posting.credit().word(),
                entry.debit() + " to " + entry.credit());
        require(entry.amount() > 0, TRANSFER, name + " amount", "a positive amount", entry.amount());
        require(
                !entry.createdAt().isBefore(lastAt),
                TRANSFER,
                name + " created_at",
                "not before " + lastAt,
                entry.createdAt());
        require(
                entry.createdAt().getNano() % MILLISECOND_NS == 0,
                TRANSFER,
                name + " created_at",
                "whole milliseconds",
                entry.createdAt());
        if (known) {
            balances.merge(posting.debit(), -entry.amount(), Math::addExact);
            balances.merge(posting.credit(), entry.amount(), Math::addExact);
            after(name, Account.AVAILABLE, entry.availableAfter());
            after(name, Account.HELD, entry.heldAfter());
            after(name, Account.IN_TRANSIT, entry.inTransitAfter());
        }
    }

    private long balance(Account account) {
        return balances.getOrDefault(account, 0L);
    }

    private void after(String name, Account account, long found) {
        var expected = balance(account);
        require(found == expected, TRANSFER, name + " " + account.word() + "_after", expected, found);
        require(found >= 0, TRANSFER, name + " " + account.word() + "_after", "no negative balance", found);
    }

    /** Ends the wallet. */
    void end() {
        if (stored == null) {
            if (provedSeq > 0) {
                findings.add(WALLET, describe(key), "a row, because it has transfers", "none");
            }
            seals.end(lastSeq);
            return;
        }
        var counted = stored.row().lastSeq();
        if (counted > lastSeq && stored.isCredible("last_seq") && KEY.stream().allMatch(stored::isCredible)) {
            findings.add(
                    TRANSFER,
                    describe(key) + " seq " + range(lastSeq + 1, counted),
                    "this transfer, because the wallet has " + counted,
                    "none");
            missing = true;
            seals.end(counted);
            return;
        }
        seals.end(lastSeq);
        if (stored.unaltered()) {
            findings.holds(() -> compare(stored.row()));
        }
    }

    private void compare(Wallet wallet) {
        require(
                wallet.lastSeq() >= provedSeq,
                WALLET,
                describe(key) + " last_seq",
                lastSeq + ", its last transfer",
                wallet.lastSeq());
        for (var account : Account.values()) {
            if (account.wallet() && known) {
                require(
                        wallet.balance(account) == balance(account),
                        WALLET,
                        describe(key) + " " + account.word(),
                        balance(account) + ", the sum of its transfers",
                        wallet.balance(account));
            }
        }
    }

    /** Minor units by account: the sums of the transfers if the wallet has no finding. */
    Map<Account, Long> balances() {
        return balances;
    }

    /** Whether transfers are missing. */
    boolean missing() {
        return missing;
    }

    /** The last transfer, if its MAC is valid. */
    Optional<Entry> last() {
        return Optional.ofNullable(last);
    }

    static String describe(WalletKey key) {
        return Finding.row(key.organizationId(), key.livemode()) + key.currency();
    }

    static String name(Entry entry) {
        return describe(entry.wallet()) + " seq " + entry.seq();
    }
}
