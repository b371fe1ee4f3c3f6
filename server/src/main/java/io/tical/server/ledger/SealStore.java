package io.tical.server.ledger;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.RowMac;
import io.tical.db.RowProof;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.WalletKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of seals. */
final class SealStore {
    static final Table<Seal> SEALS = Table.of("seal", SealStore::columns);

    private SealStore() {}

    /**
     * The sealed part of a wallet.
     *
     * @param toSeq the last sealed transfer, 0 when there is none
     * @param hash the hash of the last seal
     * @param lastSeq the wallet's newest transfer
     */
    record Chain(WalletKey wallet, long toSeq, byte[] hash, long lastSeq) {}

    /**
     * The wallets with unsealed transfers, ordered by the age of the last seal, so that none starves. Excludes wallets whose last seal was
     * altered, because their chains must not continue a forgery.
     */
    static List<Chain> behind(Session session, int walletsMax) {
        var proof = SEALS.proof(session);
        return session.sql("""
                        SELECT w.organization_id, w.livemode, w.currency, w.last_seq, s.from_seq, s.to_seq, s.hash, s.sealed_at, s.mac
                        FROM wallet w
                        LEFT JOIN LATERAL (
                            SELECT from_seq, to_seq, hash, sealed_at, mac FROM seal
                            WHERE organization_id = w.organization_id AND livemode = w.livemode AND currency = w.currency
                            ORDER BY from_seq DESC LIMIT 1) s ON true
                        WHERE w.last_seq > coalesce(s.to_seq, 0)
                        ORDER BY s.sealed_at NULLS FIRST
                        LIMIT :wallets
                        """).bind("wallets", walletsMax).list(row -> chain(row, proof)).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Chain> chain(Row row, RowProof proof) {
        var wallet = WalletKey.of(row);
        var lastSeq = row.number("last_seq");
        if (row.numberOrNull("from_seq") == null) {
            return Optional.of(new Chain(wallet, 0, Seal.genesis(), lastSeq));
        }
        return proof.holds(row)
                ? Optional.of(new Chain(wallet, row.number("to_seq"), row.bytes("hash"), lastSeq))
                : Optional.empty();
    }

    /** The transfers {@code fromSeq} to {@code toSeq} of one wallet. */
    record Span(WalletKey wallet, long fromSeq, long toSeq) {}

    /** A transfer as a seal covers it. */
    record Link(WalletKey wallet, long seq, byte[] mac) {}

    /** The transfers of these spans, in the order of the spans and of their numbers. Fails if a transfer was altered. */
    static List<Link> links(Session session, Collection<Span> spans) {
        var proof = LedgerStore.TRANSFERS.proof(session);
        return WalletKey.bind(session.sql("""
                        SELECT t.* FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:currencies AS text[]),
                                               cast(:froms AS bigint[]), cast(:tos AS bigint[]))
                               WITH ORDINALITY AS span (organization_id, livemode, currency, from_seq, to_seq, place)
                        CROSS JOIN LATERAL (
                            SELECT * FROM transfer
                            WHERE organization_id = span.organization_id AND livemode = span.livemode AND currency = span.currency
                              AND seq BETWEEN span.from_seq AND span.to_seq) t
                        ORDER BY span.place, t.seq
                        """), spans.stream().map(Span::wallet).toList())
                .bindEach("froms", spans, Span::fromSeq)
                .bindEach("tos", spans, Span::toSeq)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return new Link(WalletKey.of(row), row.number("seq"), row.bytes(RowMac.COLUMN));
                });
    }

    /** The seal that ends at this transfer, if there is one. */
    static Optional<Seal> endingAt(Session session, WalletKey wallet, long toSeq) {
        return wallet.bind(session.sql("""
                        SELECT * FROM seal
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND currency = :currency
                          AND from_seq <= :to ORDER BY from_seq DESC LIMIT 1
                        """))
                .bind("to", toSeq)
                .first(SEALS::read)
                .filter(seal -> seal.toSeq() == toSeq);
    }

    private static Function<Row, Seal> columns(TableColumns<Seal> t) {
        var wallet = WalletKey.columns(t, Seal::wallet);
        var fromSeq = t.key("from_seq", NUMBER, Seal::fromSeq);
        var toSeq = t.column("to_seq", NUMBER, Seal::toSeq);
        var hash = t.column("hash", BYTES, Seal::hash);
        var sealedAt = t.column("sealed_at", TIME, Seal::sealedAt);
        return row -> new Seal(wallet.of(row), fromSeq.of(row), toSeq.of(row), hash.of(row), sealedAt.of(row));
    }

    /** Inserts these seals, at most one a wallet; returns the wallets of those that were inserted. */
    static Set<WalletKey> insert(Session session, Collection<Seal> seals) {
        return SEALS.insertIfAbsent(session, seals).stream().map(Seal::wallet).collect(Collectors.toSet());
    }
}
