package io.tical.server.ledger;

import static io.tical.server.ledger.Finding.require;

import io.tical.db.Row;
import io.tical.db.RowKey;
import io.tical.db.Session;
import io.tical.server.ledger.MoneyAudit.Expected;
import io.tical.server.ledger.MoneyAudit.Posted;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Proves that each row has the transfers that its package expects, and that every transfer refers to an existing row.
 */
record PostedAudit(Session session, Posted posted, Consumer<Finding> findings) {
    private static final int PAGE_ROWS = 1_000;
    private static final UUID NIL = new UUID(0, 0);

    private static final String REFERENCES = """
            SELECT t.organization_id, t.livemode, t.currency || ' seq ' || t.seq || ' reference' AS place,
                   'transfer' AS in_table, 'a %1$s of this organization and environment' AS expected, t.reference AS found
            FROM transfer t
            WHERE starts_with(t.operation, '%1$s_') AND NOT EXISTS (
                SELECT FROM %1$s p
                WHERE p.organization_id = t.organization_id AND p.livemode = t.livemode AND p.%1$s_id = t.reference)
            """;

    /** The object of a row: a payout, a payin, or an item of unallocated funds. */
    record Key(UUID organizationId, boolean livemode, UUID id) {
        private static final int BYTES = 33;

        /** The object with which the key of a row begins; empty if the key is shorter. */
        static Optional<Key> of(RowKey row) {
            var bytes = row.bytes();
            return bytes.limit() < BYTES
                    ? Optional.empty()
                    : Optional.of(new Key(
                            new UUID(bytes.getLong(0), bytes.getLong(Long.BYTES)),
                            bytes.get(2 * Long.BYTES) != 0,
                            new UUID(bytes.getLong(2 * Long.BYTES + 1), bytes.getLong(3 * Long.BYTES + 1))));
        }
    }

    /** @param expected null if the row contradicts itself */
    private record Stored(
            Key key,
            String status,
            String currency,
            @Nullable Expected expected) {}

    /** The sum of a row's transfers of one posting. */
    private record Moved(Key key, String currency, String operation, long amount) {}

    /** Proves every row of the table. */
    void run() {
        for (var page = after(new Key(NIL, false, NIL));
                !page.isEmpty();
                page = after(page.getLast().key())) {
            compare(page, moved(page.stream().map(Stored::key).toList()));
        }
        requireNone(session.sql(ordered(REFERENCES.formatted(posted.table()))), findings);
    }

    /** Proves the rows with these keys, and that those exist that transfers refer to. */
    void run(Collection<Key> keys) {
        var rows = bind(session.sql(posted.select() + """
                         WHERE (p.organization_id, p.livemode, p.%s_id) IN (
                             SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[])))
                        """.formatted(posted.table())), keys)
                .withCustomPlan()
                .list(this::stored);
        var moved = moved(keys);
        compare(rows, moved);
        var found = rows.stream().map(Stored::key).collect(Collectors.toSet());
        moved.stream()
                .filter(sum -> ofTable(sum.operation()) && !found.contains(sum.key()))
                .map(Moved::key)
                .distinct()
                .forEach(key -> findings.accept(new Finding(
                        "transfer",
                        Finding.row(key.organizationId(), key.livemode()) + "reference",
                        "a " + posted.table() + " of this organization and environment",
                        key.id().toString())));
    }

    private void compare(List<Stored> rows, List<Moved> moved) {
        var byKey = moved.stream().collect(Collectors.groupingBy(Moved::key));
        for (var row : rows) {
            var expected = row.expected();
            if (expected != null) {
                holds(name(row.key()), () -> compare(row, expected, byKey.getOrDefault(row.key(), List.of())));
            }
        }
    }

    private boolean ofTable(String operation) {
        return operation.startsWith(posted.table() + "_");
    }

    private String name(Key key) {
        return Finding.row(key.organizationId(), key.livemode()) + posted.table() + " " + key.id();
    }

    /** Runs a proof. Adds a finding if altered amounts are too large to be summed. */
    private void holds(String name, Runnable proof) {
        try {
            proof.run();
        } catch (Finding.Found found) {
            findings.accept(found.finding());
        } catch (ArithmeticException e) {
            findings.accept(
                    new Finding(posted.table(), name, "amounts whose sums are at most " + Long.MAX_VALUE, "more"));
        }
    }

    private void compare(Stored row, Expected expected, List<Moved> moved) {
        var name = name(row.key());
        var byAccount = new EnumMap<Account, Long>(Account.class);
        var byPosting = new EnumMap<PostingType, Long>(PostingType.class);
        for (var sum : moved) {
            require(
                    sum.currency().equals(row.currency()),
                    "transfer",
                    name + " " + sum.operation(),
                    "postings in " + row.currency(),
                    "one in " + sum.currency());
            var posting = PostingType.of(sum.operation())
                    .filter(known -> ofTable(known.word()))
                    .orElseThrow(() -> new Finding.Found(
                            "transfer", name + " operation", "postings of a " + posted.table(), sum.operation()));
            byAccount.merge(posting.debit(), -sum.amount(), Math::addExact);
            byAccount.merge(posting.credit(), sum.amount(), Math::addExact);
            byPosting.merge(posting, sum.amount(), Math::addExact);
        }
        var place = name + ", " + row.status();
        switch (expected) {
            case Expected.ByAccount(var sums) -> {
                for (var account : Account.values()) {
                    requireSum(place, "in " + account.word(), sums.get(account), byAccount.get(account));
                }
            }
            case Expected.ByPosting(var sums) -> {
                for (var posting : PostingType.values()) {
                    requireSum(place, "by " + posting.word(), sums.get(posting), byPosting.get(posting));
                }
            }
        }
    }

    private void requireSum(String place, String what, @Nullable Long expected, @Nullable Long found) {
        var sum = Objects.requireNonNullElse(expected, 0L);
        var moved = Objects.requireNonNullElse(found, 0L);
        require(sum.equals(moved), posted.table(), place, sum + " " + what + " from its transfers", moved);
    }

    private List<Stored> after(Key key) {
        return session.sql(posted.select() + """
                         WHERE (p.organization_id, p.livemode, p.%1$s_id) > (cast(:organization AS uuid), :livemode, cast(:id AS uuid))
                        ORDER BY p.organization_id, p.livemode, p.%1$s_id LIMIT :rows
                        """.formatted(posted.table()))
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("id", key.id())
                .bind("rows", PAGE_ROWS)
                .list(this::stored);
    }

    private Stored stored(Row row) {
        var key = key(row, posted.table() + "_id");
        var expected = new AtomicReference<@Nullable Expected>();
        holds(name(key), () -> expected.set(posted.expected().apply(row)));
        return new Stored(key, row.text("status"), row.text("currency"), expected.get());
    }

    private List<Moved> moved(Collection<Key> keys) {
        return bind(session.sql("""
                        WITH asked AS MATERIALIZED (
                            SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                                AS k (organization_id, livemode, reference))
                        SELECT organization_id, livemode, reference, t.currency, t.operation, cast(least(sum(t.amount), 9223372036854775807) AS bigint) AS amount
                        FROM asked JOIN transfer t USING (organization_id, livemode, reference)
                        GROUP BY 1, 2, 3, 4, 5
                        """), keys)
                .list(row -> new Moved(
                        key(row, "reference"), row.text("currency"), row.text("operation"), row.number("amount")));
    }

    /** Binds keys as arrays. */
    static Session.Statement bind(Session.Statement statement, Collection<Key> keys) {
        return statement
                .bindEach("organizations", keys, Key::organizationId)
                .bindEach("livemodes", keys, Key::livemode)
                .bindEach("ids", keys, Key::id);
    }

    /** A statement of {@link MoneyAudit#contradictions} with an order and a limit. */
    static String ordered(String sql) {
        return "SELECT * FROM (" + sql
                + ") finding ORDER BY in_table, organization_id, livemode, place, expected LIMIT " + Findings.KEPT_MAX;
    }

    /** Adds a finding for each row that the statement returns; {@link MoneyAudit#contradictions} names its columns. */
    static void requireNone(Session.Statement statement, Consumer<Finding> findings) {
        statement
                .list(row -> new Finding(
                        row.text("in_table"),
                        Finding.row(row.uuid("organization_id"), row.flag("livemode")) + row.text("place"),
                        row.text("expected"),
                        row.text("found")))
                .forEach(findings);
    }

    private static Key key(Row row, String id) {
        return new Key(row.uuid("organization_id"), row.flag("livemode"), row.uuid(id));
    }
}
