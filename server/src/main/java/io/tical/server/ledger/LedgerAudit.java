package io.tical.server.ledger;

import io.tical.db.RowChange;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.AuditStore.Entry;
import io.tical.server.ledger.AuditStore.Stored;
import io.tical.server.ledger.Noted.Start;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads wallets, transfers and seals in parallel, in the order of their common key, each row once. */
final class LedgerAudit {
    /** Transfers older than this are sealed while a service runs. */
    static final Duration SEALED_WITHIN = Duration.ofSeconds(60);

    private final Session session;
    private final Instant at;
    private final boolean sealing;
    private final Consumer<RowChange> journal;
    private final Findings findings;
    private final Map<Scope, Sums> sums =
            new TreeMap<>(Comparator.comparing(Scope::livemode).thenComparing(Scope::currency));
    final List<Head> heads = new ArrayList<>();
    private final List<WalletKey> keys = new ArrayList<>();
    private boolean changesLost;
    private long wallets;
    private long transfers;
    private long seals;

    /**
     * @param sealing whether a service has run long enough to have sealed transfers older than {@link #SEALED_WITHIN}
     * @param journal accepts the changes of other rows in the transactions of the transfers
     */
    LedgerAudit(Session session, Instant at, boolean sealing, Consumer<RowChange> journal, Findings findings) {
        this.session = session;
        this.at = at;
        this.sealing = sealing;
        this.journal = journal;
        this.findings = findings;
    }

    /** The scope within which debits equal credits. */
    private record Scope(boolean livemode, String currency) {}

    private static final class Sums {
        final Map<Account, Long> balances = new EnumMap<>(Account.class);
        long transfers;
        /** Whether a wallet is wrong, so that debits and credits need not be equal. */
        boolean wrong;
    }

    void run() {
        var walletPages = walletPages();
        var entryPages = new Pages<>(
                Stored.unaltered(Entry.before(AuditStore.BEFORE_ALL, 0)),
                last -> AuditStore.entriesAfter(
                        session, last.row().wallet(), last.row().seq()));
        var sealPages = new Pages<>(
                Stored.unaltered(new Seal(AuditStore.BEFORE_ALL, 0, 0, Seal.genesis(), at)),
                last -> AuditStore.sealsAfter(
                        session, last.row().wallet(), last.row().fromSeq()));
        for (var key = first(walletPages, entryPages, sealPages);
                key != null;
                key = first(walletPages, entryPages, sealPages)) {
            follow(key, Start.OF_ALL, walletPages, entryPages, sealPages);
        }
        requireBalance();
    }

    /** The first wallet that has a row, a transfer or a seal that was not read yet. */
    private static @Nullable WalletKey first(
            Pages<Stored<Wallet>> wallets, Pages<Stored<Entry>> entries, Pages<Stored<Seal>> seals) {
        var wallet = wallets.peek();
        var entry = entries.peek();
        var seal = seals.peek();
        return first(
                wallet == null ? null : wallet.row().key(),
                entry == null ? null : entry.row().wallet(),
                seal == null ? null : seal.row().wallet());
    }

    private static @Nullable WalletKey first(@Nullable WalletKey... keys) {
        return Stream.of(keys)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Reads the rows after noted heads. */
    void run(Noted noted) {
        var rows = walletPages();
        var ofTransfers = keyPages(LedgerStore.TRANSFERS.table());
        var ofSeals = keyPages(SealStore.SEALS.table());
        var known = noted.wallets().iterator();
        var ofNoted = new Pages<>(AuditStore.BEFORE_ALL, last -> known.hasNext() ? List.of(known.next()) : List.of());
        while (true) {
            var row = rows.peek();
            var wallet =
                    first(row == null ? null : row.row().key(), ofTransfers.peek(), ofSeals.peek(), ofNoted.peek());
            if (wallet == null) {
                return;
            }
            List.of(ofTransfers, ofSeals, ofNoted).forEach(pages -> skip(pages, wallet));
            var start = noted.of(wallet);
            var entries = new Pages<>(
                    Stored.unaltered(Entry.before(wallet, start.sealedTo() - 1)),
                    last -> AuditStore.entriesOf(session, wallet, last.row().seq()));
            var seals = new Pages<>(
                    Stored.unaltered(new Seal(wallet, start.sealedTo(), 0, Seal.genesis(), at)),
                    last -> AuditStore.sealsOf(session, wallet, last.row().fromSeq()));
            keys.add(wallet);
            follow(wallet, start, rows, entries, seals);
        }
    }

    private Pages<Stored<Wallet>> walletPages() {
        return new Pages<>(
                Stored.unaltered(Wallet.empty(AuditStore.BEFORE_ALL, at)),
                last -> AuditStore.walletsAfter(session, last.row().key()));
    }

    private Pages<WalletKey> keyPages(String table) {
        return new Pages<>(AuditStore.BEFORE_ALL, last -> AuditStore.walletsIn(session, table, last));
    }

    private static void skip(Pages<WalletKey> pages, WalletKey key) {
        if (key.equals(pages.peek())) {
            pages.take();
        }
    }

    private void follow(
            WalletKey key,
            Start start,
            Pages<Stored<Wallet>> walletPages,
            Pages<Stored<Entry>> entryPages,
            Pages<Stored<Seal>> sealPages) {
        var row = walletPages.peek();
        var stored = row != null && row.row().key().equals(key) ? walletPages.take() : null;
        var foundBefore = findings.count();
        var transfersBefore = transfers;
        var chain = new SealAudit(key, start, sealPages, findings);
        var audit = new WalletAudit(key, stored, Math.max(1, start.sealedTo()), chain, findings);
        for (var entry = entryPages.peek();
                entry != null && entry.row().wallet().equals(key);
                entry = entryPages.peek()) {
            audit.follow(entryPages.take());
            if (entry.row().seq() > start.seq()) {
                changesLost |= !JournalAudit.passOn(
                        entry.altered(), WalletAudit.TRANSFER_KEY, entry.row().changes(), journal);
            }
            transfers++;
        }
        audit.end();
        changesLost |= audit.missing();
        wallets += stored == null ? 0 : 1;
        seals += chain.count();
        var sum = sums.computeIfAbsent(new Scope(key.livemode(), key.currency()), scope -> new Sums());
        sum.transfers += transfers - transfersBefore;
        audit.balances().forEach((account, amount) -> sum.balances.merge(account, amount, Math::addExact));
        addHeads(key, chain, audit);
        if (findings.count() == foundBefore) {
            chain.unsealed().filter(first -> sealing).ifPresent(this::requireFresh);
        }
        sum.wrong |= findings.count() != foundBefore;
    }

    private void addHeads(WalletKey key, SealAudit chain, WalletAudit audit) {
        var head = chain.head();
        head.ifPresent(heads::add);
        long sealedTo = head.map(Head::number).orElse(0L);
        audit.last()
                .filter(last -> last.seq() > sealedTo)
                .map(last -> Head.ofTransfer(key, last.seq(), Objects.requireNonNull(last.mac())))
                .ifPresent(heads::add);
    }

    private void requireFresh(Entry unsealed) {
        if (unsealed.createdAt().isBefore(at.minus(SEALED_WITHIN))) {
            findings.add(
                    "transfer",
                    WalletAudit.name(unsealed),
                    "a seal, because it is older than " + SEALED_WITHIN.toSeconds() + " s and a service is running",
                    "none");
        }
    }

    private void requireBalance() {
        sums.forEach((scope, sum) -> {
            if (!sum.wrong) {
                findings.holds(() -> requireBalance((scope.livemode() ? "live " : "test ") + scope.currency(), sum));
            }
        });
    }

    private static void requireBalance(String name, Sums sum) {
        var difference = sum.balances.values().stream().reduce(0L, Math::addExact);
        Finding.require(difference == 0, "transfer", name, "debits equal to credits", "a difference of " + difference);
        var between = sum.balances.getOrDefault(Account.INTERORG, 0L);
        Finding.require(between == 0, "transfer", name + " interorg", "0 over all organizations", between);
    }

    List<AuditReport.Total> totals() {
        return sums.entrySet().stream()
                .map(entry -> new AuditReport.Total(
                        entry.getKey().livemode(),
                        entry.getKey().currency(),
                        entry.getValue().transfers,
                        new EnumMap<>(entry.getValue().balances)))
                .toList();
    }

    /** The wallets of {@link #run(Noted)}. */
    List<WalletKey> keys() {
        return keys;
    }

    /** Whether transfers are altered or missing whose changes of other rows are unknown. */
    boolean changesLost() {
        return changesLost;
    }

    /** Adds the rows read so far, by table. */
    void count(Map<String, Long> counts) {
        counts.put("wallet", wallets);
        counts.put("transfer", transfers);
        counts.put("seal", seals);
    }
}
