package io.tical.server.ledger;

import static io.tical.server.ledger.Finding.require;

import io.tical.server.ledger.AuditStore.Entry;
import io.tical.server.ledger.AuditStore.Stored;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one wallet's transfers from the first to the last, and proves each from the one before it. */
final class WalletAudit {
    private static final String WALLET = "wallet";
    private static final String TRANSFER = "transfer";
    private static final String SEAL = "seal";
    private static final int MILLISECOND_NS = 1_000_000;

    private final Wallet wallet;
    private final Map<Account, Long> balances = new EnumMap<>(Account.class);
    private long lastSeq;
    private Instant lastAt = Instant.MIN;
    private @Nullable Seal seal;
    private @Nullable Seal lastSeal;
    private @Nullable MessageDigest digest;
    private @Nullable Entry unsealed;

    WalletAudit(Stored<Wallet> stored) {
        wallet = stored.row();
        Finding.requireUnaltered(stored.altered(), WALLET, () -> describe(wallet.key()));
        for (var account : Account.values()) {
            balances.put(account, 0L);
        }
    }

    /** The seal that covers the transfers from here. */
    void begin(Stored<Seal> stored) {
        var next = stored.row();
        var expected = lastSeal == null ? 1 : lastSeal.toSeq() + 1;
        require(
                next.fromSeq() == expected,
                SEAL,
                key(next),
                "the seal that begins at transfer " + expected,
                "this one");
        Finding.requireUnaltered(stored.altered(), SEAL, () -> key(next));
        seal = next;
        digest = Seal.after(lastSeal == null ? Seal.genesis() : lastSeal.hash());
    }

    /** Whether a seal has begun whose transfers have not all been read. */
    boolean sealing() {
        return seal != null;
    }

    /** The wallet's next transfer. */
    void follow(Stored<Entry> stored) {
        var entry = stored.row();
        var key = key(entry);
        require(
                entry.seq() == lastSeq + 1,
                TRANSFER,
                describe(wallet.key()) + " seq " + (lastSeq + 1),
                "this transfer",
                "none, the next one is seq " + entry.seq());
        Finding.requireUnaltered(stored.altered(), TRANSFER, () -> key);
        var posting = posting(entry);
        require(entry.amount() > 0, TRANSFER, key + " amount", "a positive amount", entry.amount());
        require(
                !entry.createdAt().isBefore(lastAt),
                TRANSFER,
                key + " created_at",
                "not before " + lastAt,
                entry.createdAt());
        require(
                entry.createdAt().getNano() % MILLISECOND_NS == 0,
                TRANSFER,
                key + " created_at",
                "whole milliseconds",
                entry.createdAt());
        add(posting.debit(), -entry.amount());
        add(posting.credit(), entry.amount());
        after(key, Account.AVAILABLE, entry.availableAfter());
        after(key, Account.HELD, entry.heldAfter());
        after(key, Account.IN_TRANSIT, entry.inTransitAfter());
        lastSeq = entry.seq();
        lastAt = entry.createdAt();
        cover(entry);
    }

    private static Posting posting(Entry entry) {
        var posting = Posting.of(entry.operation())
                .orElseThrow(() -> new Finding.Found(
                        TRANSFER, key(entry) + " operation", "a posting of the ledger", entry.operation()));
        require(
                posting.debit().word().equals(entry.debit())
                        && posting.credit().word().equals(entry.credit()),
                TRANSFER,
                key(entry) + " " + entry.operation(),
                posting.debit().word() + " to " + posting.credit().word(),
                entry.debit() + " to " + entry.credit());
        return posting;
    }

    private void add(Account account, long amount) {
        balances.merge(account, amount, Math::addExact);
    }

    private long balance(Account account) {
        return balances.getOrDefault(account, 0L);
    }

    private void after(String key, Account account, long found) {
        var expected = balance(account);
        require(found == expected, TRANSFER, key + " " + account.word() + "_after", expected, found);
        require(found >= 0, TRANSFER, key + " " + account.word() + "_after", "no negative balance", found);
    }

    private void cover(Entry entry) {
        if (seal == null || digest == null) {
            if (unsealed == null) {
                unsealed = entry;
            }
            return;
        }
        digest.update(Objects.requireNonNull(entry.mac()));
        if (entry.seq() == seal.toSeq()) {
            close(seal, digest.digest());
        }
    }

    private void close(Seal covering, byte[] hash) {
        var key = key(covering);
        require(
                MessageDigest.isEqual(hash, covering.hash()),
                SEAL,
                key + " hash",
                hex(hash) + ", from its transfers and the seal before it",
                hex(covering.hash()));
        lastSeal = covering;
        seal = null;
        digest = null;
    }

    /** The wallet has no more transfers. */
    void end() {
        var key = describe(wallet.key());
        require(
                wallet.lastSeq() <= lastSeq,
                TRANSFER,
                key + " seq " + (lastSeq + 1),
                "this transfer, because the wallet has " + wallet.lastSeq(),
                "none");
        require(
                wallet.lastSeq() == lastSeq,
                WALLET,
                key + " last_seq",
                lastSeq + ", its last transfer",
                wallet.lastSeq());
        for (var account : Account.values()) {
            if (account.wallet()) {
                require(
                        wallet.balance(account) == balance(account),
                        WALLET,
                        key + " " + account.word(),
                        balance(account) + ", the sum of its transfers",
                        wallet.balance(account));
            }
        }
        if (seal != null) {
            throw new Finding.Found(
                    SEAL, key(seal), "an end at the wallet's last transfer " + lastSeq + " or before", seal.toSeq());
        }
    }

    /** Minor units by account, as the sums of the transfers. */
    Map<Account, Long> balances() {
        return balances;
    }

    Optional<Seal> head() {
        return Optional.ofNullable(lastSeal);
    }

    /** The first transfer that is not sealed. */
    Optional<Entry> unsealed() {
        return Optional.ofNullable(unsealed);
    }

    static String describe(WalletKey key) {
        return Finding.row(key.organizationId(), key.livemode()) + key.currency();
    }

    static String key(Entry entry) {
        return describe(entry.wallet()) + " seq " + entry.seq();
    }

    static String key(Seal seal) {
        return describe(seal.wallet()) + " transfers " + seal.fromSeq() + " to " + seal.toSeq();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
