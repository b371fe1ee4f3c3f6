package io.tical.server.ledger;

import static io.tical.server.ledger.Finding.require;

import io.tical.db.RowChange;
import io.tical.db.Session;
import io.tical.server.ledger.AuditStore.Entry;
import io.tical.server.ledger.AuditStore.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads wallets, transfers and seals in parallel, in the order of their common key, each row one time. */
final class LedgerAudit {
    /** Transfers older than this are sealed while a service runs. */
    static final Duration SEALED_WITHIN = Duration.ofSeconds(60);

    private final Session session;
    private final Instant at;
    private final boolean sealing;
    private final Consumer<RowChange> journal;
    private final Map<Scope, Sums> sums =
            new TreeMap<>(Comparator.comparing(Scope::livemode).thenComparing(Scope::currency));
    final List<Head> heads = new ArrayList<>();
    private long wallets;
    private long transfers;
    private long seals;

    /**
     * @param sealing whether a service has run long enough to have sealed what is older than {@link #SEALED_WITHIN}
     * @param journal takes what the transfers' transactions did to other rows
     */
    LedgerAudit(Session session, Instant at, boolean sealing, Consumer<RowChange> journal) {
        this.session = session;
        this.at = at;
        this.sealing = sealing;
        this.journal = journal;
    }

    /** Where debits equal credits. */
    private record Scope(boolean livemode, String currency) {}

    private static final class Sums {
        final Map<Account, Long> balances = new EnumMap<>(Account.class);
        long transfers;
    }

    void run() {
        var walletPages = new Pages<>(
                Stored.unaltered(Wallet.empty(AuditStore.BEFORE_ALL, at)),
                last -> AuditStore.walletsAfter(session, last.row().key()));
        var entryPages = new Pages<>(
                Stored.unaltered(Entry.before(AuditStore.BEFORE_ALL)),
                last -> AuditStore.entriesAfter(
                        session, last.row().wallet(), last.row().seq()));
        var sealPages = new Pages<>(
                Stored.unaltered(new Seal(AuditStore.BEFORE_ALL, 0, 0, Seal.genesis(), at)),
                last -> AuditStore.sealsAfter(
                        session, last.row().wallet(), last.row().fromSeq()));
        while (walletPages.peek() != null) {
            var wallet = walletPages.take();
            requireOwner(entryPages.peek(), sealPages.peek(), wallet.row().key());
            follow(wallet, entryPages, sealPages);
        }
        requireOwner(entryPages.peek(), sealPages.peek(), null);
        requireBalance();
    }

    /** @param wallet the first wallet that is not audited yet, or null after the last */
    private static void requireOwner(
            @Nullable Stored<Entry> entry, @Nullable Stored<Seal> seal, @Nullable WalletKey wallet) {
        if (entry != null && (wallet == null || entry.row().wallet().compareTo(wallet) < 0)) {
            throw new Finding.Found(
                    "wallet", WalletAudit.describe(entry.row().wallet()), "a row, because it has transfers", "none");
        }
        if (seal != null && (wallet == null || seal.row().wallet().compareTo(wallet) < 0)) {
            throw new Finding.Found(
                    "seal", WalletAudit.key(seal.row()), "no seal, because there are no such transfers", "this one");
        }
    }

    private void follow(Stored<Wallet> stored, Pages<Stored<Entry>> entryPages, Pages<Stored<Seal>> sealPages) {
        var wallet = stored.row();
        var audit = new WalletAudit(stored);
        var before = transfers;
        wallets++;
        for (var entry = entryPages.peek();
                entry != null && entry.row().wallet().equals(wallet.key());
                entry = entryPages.peek()) {
            var seal = sealPages.peek();
            if (!audit.sealing() && seal != null && seal.row().wallet().equals(wallet.key())) {
                audit.begin(sealPages.take());
                seals++;
            }
            audit.follow(entryPages.take());
            if (entry.row().changes() != null) {
                RowChange.decode(entry.row().changes()).forEach(journal);
            }
            transfers++;
        }
        audit.end();
        var left = sealPages.peek();
        if (left != null && left.row().wallet().equals(wallet.key())) {
            throw new Finding.Found(
                    "seal",
                    WalletAudit.key(left.row()),
                    "no seal after the wallet's last transfer " + wallet.lastSeq(),
                    "this one");
        }
        add(wallet.key(), audit, transfers - before);
    }

    private void add(WalletKey key, WalletAudit audit, long count) {
        var sum = sums.computeIfAbsent(new Scope(key.livemode(), key.currency()), scope -> new Sums());
        sum.transfers += count;
        audit.balances().forEach((account, amount) -> sum.balances.merge(account, amount, Math::addExact));
        audit.head().map(Head::of).ifPresent(heads::add);
        audit.unsealed()
                .filter(first -> sealing)
                .ifPresent(first -> require(
                        !first.createdAt().isBefore(at.minus(SEALED_WITHIN)),
                        "transfer",
                        WalletAudit.key(first),
                        "a seal, because it is older than " + SEALED_WITHIN.toSeconds() + " s and a service is running",
                        "none"));
    }

    private void requireBalance() {
        sums.forEach((scope, sum) -> {
            var name = (scope.livemode() ? "live " : "test ") + scope.currency();
            var difference = sum.balances.values().stream().reduce(0L, Math::addExact);
            require(difference == 0, "transfer", name, "debits equal to credits", "a difference of " + difference);
            var between = sum.balances.getOrDefault(Account.INTERORG, 0L);
            require(between == 0, "transfer", name + " interorg", "0 over all organizations", between);
        });
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

    /** Adds the rows read so far, by table. */
    void count(Map<String, Long> counts) {
        counts.put("wallet", wallets);
        counts.put("transfer", transfers);
        counts.put("seal", seals);
    }
}
