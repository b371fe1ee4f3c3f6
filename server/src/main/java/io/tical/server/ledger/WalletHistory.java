package io.tical.server.ledger;

import io.tical.db.AlteredRow;
import io.tical.db.Database;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The transfers of a wallet in the order of their numbers, read page by page. A transfer never changes, numbers have no gaps, and a number
 * commits after all lower ones. So pages that are read at different times, up to a fixed number, are consistent.
 */
public record WalletHistory(Database database) {
    private static final int AUDITED_ROWS = 10_000;

    /**
     * A wallet that has transfers.
     *
     * @param lastSeq the number of the newest one; 0 if the wallet was altered
     */
    public record Extent(WalletKey wallet, long lastSeq) {}

    /** The transfers after one point up to another. */
    public record Span(WalletPoint opening, WalletPoint closing) {}

    /** The transfers of a period, including {@code from} and excluding {@code to}. Within a wallet, times never decrease. */
    public Span between(WalletKey wallet, Instant from, Instant to) {
        return database.snapshot(session -> new Span(before(session, wallet, from), before(session, wallet, to)));
    }

    private static WalletPoint before(Session session, WalletKey wallet, Instant time) {
        return LedgerStore.lastBefore(session, wallet, time)
                .map(WalletPoint::after)
                .orElse(WalletPoint.BEGINNING);
    }

    /** The last transfer before a time. */
    public Optional<Transfer> lastBefore(WalletKey wallet, Instant time) {
        return database.run(session -> LedgerStore.lastBefore(session, wallet, time));
    }

    /** The transfer with this number, if there is one. */
    public Optional<Transfer> at(WalletKey wallet, long seq) {
        return page(wallet, seq - 1, seq, 1).stream().findFirst();
    }

    /** The balances after the transfer with this number; 0 is before the first one. */
    public WalletPoint point(WalletKey wallet, long seq) {
        return seq == 0
                ? WalletPoint.BEGINNING
                : at(wallet, seq).map(WalletPoint::after).orElseThrow(() -> missing(wallet, seq));
    }

    /** At most {@code rowsMax} transfers after one number, up to another. */
    public List<Transfer> page(WalletKey wallet, long afterSeq, long toSeq, int rowsMax) {
        return database.run(session -> page(session, wallet, afterSeq, toSeq, rowsMax));
    }

    /** The transfers of {@link #page(WalletKey, long, long, int)}, in the caller's session. */
    public static List<Transfer> page(Session session, WalletKey wallet, long afterSeq, long toSeq, int rowsMax) {
        return LedgerStore.page(session, wallet, afterSeq, toSeq, rowsMax).list(ofWallet(wallet));
    }

    /**
     * The transfers of {@link #page(WalletKey, long, long, int)}, proved by their MACs.
     *
     * @throws AlteredRow if the service did not write one of them
     */
    public List<Transfer> provedPage(WalletKey wallet, long afterSeq, long toSeq, int rowsMax) {
        return database.run(session -> {
            var proof = LedgerStore.TRANSFERS.readingProof(session);
            return LedgerStore.provedPage(session, wallet, afterSeq, toSeq, rowsMax)
                    .list(row -> {
                        proof.requireUnaltered(row);
                        return LedgerStore.transfer(row);
                    });
        });
    }

    /** Passes on all transfers after one number, up to another, unproved, for an audit. */
    public static void forEach(
            Session session, WalletKey wallet, long afterSeq, long toSeq, Consumer<Transfer> consumer) {
        var transfer = ofWallet(wallet);
        LedgerStore.page(session, wallet, afterSeq, toSeq, Integer.MAX_VALUE)
                .forEach(AUDITED_ROWS, row -> consumer.accept(transfer.apply(row)));
    }

    private static Function<Row, Transfer> ofWallet(WalletKey wallet) {
        return row -> LedgerStore.transfer(wallet, row);
    }

    /**
     * Wallets with transfers, in the order of their keys.
     *
     * @param after the last wallet of the previous page; null for the first page
     */
    public List<Extent> wallets(@Nullable WalletKey after, int walletsMax) {
        var behind = after == null ? AuditStore.BEFORE_ALL : after;
        return database.run(session -> LedgerStore.extentsAfter(session, behind, walletsMax));
    }

    /** The number of the newest transfer of a wallet; 0 if there is none. */
    public long lastSeq(WalletKey wallet) {
        return database.run(session -> LedgerStore.wallets(session, wallet.organizationId(), wallet.livemode()).stream()
                .filter(row -> row.key().equals(wallet))
                .mapToLong(Wallet::lastSeq)
                .findFirst()
                .orElse(0));
    }

    /**
     * The exception for a transfer that is missing or does not follow from the one before it; it is also logged and shown in the health
     * check.
     */
    public AlteredRow missing(WalletKey wallet, long seq) {
        return database.altered("In transfer, " + WalletAudit.describe(wallet) + " seq " + seq
                + ": it is missing, or its balances do not follow from the transfer before it. Run ./tical audit.");
    }
}
