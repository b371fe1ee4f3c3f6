package io.tical.server.transaction;

import io.tical.db.Journal;
import io.tical.db.RowChange;
import io.tical.server.ledger.AlteredColumn;
import io.tical.server.transaction.StoredTable.Stored;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Somebody with a superuser's password, who changes random rows while the service runs. Each row is changed once. */
final class Tamperer {
    private static final Set<String> WALLET_TABLES = Set.of("wallet", "transfer", "seal");
    /** Of an amount, in minor units. */
    private static final long RAISE = 1_000_000;

    private static final String UNIQUE_VIOLATION = "23505";

    private final Connection owner;
    private final Random random;
    private final List<StoredTable> tables;
    /** By table and key: the first version of each row that was seen, and the newest. */
    private final Map<String, Stored> first = new HashMap<>();

    private final Map<String, List<Stored>> newest = new HashMap<>();
    private final Map<String, List<Stored>> untouched = new HashMap<>();
    /** Whether it is the wallet's row that was changed. */
    private final Map<String, Boolean> changedWallets = new HashMap<>();

    private final Set<String> touched = new HashSet<>();
    /** How far the journal notes that its chains have come, and the rows that say so. */
    private final Map<UUID, Long> noted = new HashMap<>();

    Tamperer(Connection owner, Random random, List<StoredTable> tables) {
        this.owner = owner;
        this.random = random;
        this.tables = tables;
    }

    /** What is done to a row. */
    private enum Kind {
        ALTER,
        SWAP,
        ALTER_MAC,
        DELETE,
        REVERT,
        COPY
    }

    /** Reads the tables: whose rows change later can be reverted to this. */
    void look() throws SQLException {
        for (var table : tables) {
            var rows = new ArrayList<>(table.all(owner));
            rows.forEach(row -> first.putIfAbsent(place(table, row), row));
            Collections.shuffle(rows, random);
            newest.put(table.name(), List.copyOf(rows));
            untouched.put(table.name(), rows);
        }
        noted.clear();
        for (var row : rows(table(Journal.TABLE))) {
            var changes = HexFormat.of().parseHex(row.value("changes").substring(2));
            if (!touched.contains(place(table(Journal.TABLE), row))) {
                RowChange.decode(changes).stream()
                        .map(RowChange::row)
                        .filter(change -> change.table().equals(Journal.TABLE))
                        .forEach(change -> {
                            noted.merge(change.place().chain(), change.place().number(), Math::max);
                            // The note must stay.
                            touched.add(place(table(Journal.TABLE), row));
                        });
            }
        }
    }

    StoredTable table(String name) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String place(StoredTable table, Stored row) {
        return table.name() + " " + table.key(row);
    }

    private <T> T choice(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Changes a random row of a random table; empty if that cannot be done to it. */
    Optional<Tampering> tamper() throws SQLException {
        var table =
                choice(tables.stream().filter(one -> !untouched(one).isEmpty()).toList());
        var row = untouched(table).removeLast();
        return isFree(table, row) && touched.add(place(table, row)) ? tamper(table, row) : Optional.empty();
    }

    private List<Stored> untouched(StoredTable table) {
        return untouched.getOrDefault(table.name(), List.of());
    }

    private List<Stored> rows(StoredTable table) {
        return newest.getOrDefault(table.name(), List.of());
    }

    /** A wallet that is reverted with its last transfers would be whole again, so either it is changed or they are. */
    private boolean isFree(StoredTable table, Stored row) {
        if (!WALLET_TABLES.contains(table.name())) {
            return true;
        }
        var wallet = Tampering.wallet(row);
        return table.name().equals("wallet")
                ? changedWallets.putIfAbsent(wallet, true) == null
                : !changedWallets.computeIfAbsent(wallet, key -> false);
    }

    private Optional<Tampering> tamper(StoredTable table, Stored known) throws SQLException {
        try {
            var row = table.locked(owner, known);
            var tampering = row.isEmpty() ? Optional.<Tampering>empty() : changed(table, row.get());
            owner.commit();
            return tampering;
        } catch (SQLException e) {
            owner.rollback();
            if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Optional<Tampering> changed(StoredTable table, Stored row) throws SQLException {
        var kind = choice(List.of(Kind.values()));
        switch (kind) {
            case ALTER, SWAP -> {
                var column = choice(table.columns().stream()
                        .filter(one -> one.evidence() && !one.name().equals("mac"))
                        .toList());
                var value = kind == Kind.ALTER ? other(column, row) : another(table, column);
                var after = row.with(column.name(), value);
                if (Objects.equals(value, row.values().get(column.name())) || !touchable(table, row, after)) {
                    return Optional.empty();
                }
                table.update(owner, row, after);
                var stored = stored(table, after);
                return stored.equals(row)
                        ? Optional.empty()
                        : Optional.of(new Tampering(kind.name(), table, row, stored, column.name()));
            }
            case ALTER_MAC -> {
                var after =
                        row.with("mac", random.nextInt(4) == 0 ? another(table, column(table, "mac")) : otherMac(row));
                if (Objects.equals(after.values().get("mac"), row.values().get("mac"))) {
                    return Optional.empty();
                }
                table.update(owner, row, after);
                return Optional.of(new Tampering(kind.name(), table, row, after, null));
            }
            case DELETE -> {
                if (!missed(table, row)) {
                    return Optional.empty();
                }
                table.delete(owner, row);
                return Optional.of(new Tampering(kind.name(), table, row, null, null));
            }
            case REVERT -> {
                var earlier = first.get(place(table, row));
                if (earlier == null
                        || !table.journaled()
                        || Objects.equals(
                                earlier.values().get("mac"), row.values().get("mac"))) {
                    return Optional.empty();
                }
                table.update(owner, row, earlier);
                return Optional.of(new Tampering(kind.name(), table, row, earlier, null));
            }
            case COPY -> {
                var column = choice(table.keys());
                var copy = row.with(column.name(), other(column, row));
                if (!touchable(table, row, copy)) {
                    return Optional.empty();
                }
                table.insert(owner, copy);
                return Optional.of(new Tampering(kind.name(), table, null, stored(table, copy), column.name()));
            }
        }
        throw new IllegalStateException("every kind returns");
    }

    /** As the database shows it. */
    private Stored stored(StoredTable table, Stored row) throws SQLException {
        return table.locked(owner, row).orElseThrow();
    }

    private static AlteredColumn column(StoredTable table, String name) {
        return table.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Whether the place is free, if the row moves. */
    private boolean touchable(StoredTable table, Stored row, Stored after) throws SQLException {
        return place(table, row).equals(place(table, after))
                || (table.locked(owner, after).isEmpty() && touched.add(place(table, after)));
    }

    /** Whether something tells that the row is missing: of the journal a note, because nothing else does of the last rows of a chain. */
    private boolean missed(StoredTable table, Stored row) {
        if (!table.name().equals(Journal.TABLE)) {
            return table.journaled();
        }
        return Long.parseLong(row.value("number")) <= noted.getOrDefault(UUID.fromString(row.value("chain")), 0L);
    }

    /** The value of another row. */
    private @Nullable String another(StoredTable table, AlteredColumn column) {
        return choice(rows(table)).values().get(column.name());
    }

    private String otherMac(Stored row) {
        var mac = row.values().get("mac");
        return randomBytes(mac == null ? 16 : mac.length() / 2 - 1);
    }

    private String randomBytes(int count) {
        var bytes = new byte[count];
        random.nextBytes(bytes);
        return "\\x" + HexFormat.of().formatHex(bytes);
    }

    private @Nullable String other(AlteredColumn column, Stored row) {
        var value = row.values().get(column.name());
        if (!column.key() && value != null && random.nextInt(8) == 0) {
            return null;
        }
        return switch (column.type()) {
            case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
            case "bigint", "integer", "smallint" ->
                choice(List.of(
                        Long.toString((value == null ? 0 : Long.parseLong(value)) + 1 + random.nextInt(1_000)),
                        "-" + random.nextInt(1, 1_000),
                        Integer.toString(random.nextInt(30_000))));
            case "numeric" -> choice(List.of("0.10", "1", "-3", "NaN", Integer.toString(random.nextInt())));
            case "boolean" -> "false".equals(value) ? "true" : "false";
            case "text" -> choice(List.of((value == null ? "" : value) + "x", "", "'", "x".repeat(300)));
            case "timestamp with time zone" ->
                choice(List.of(
                        "2026-01-01 00:00:00.001+00",
                        "2026-01-01 00:00:00.000001+00",
                        "infinity",
                        "-infinity",
                        "0044-03-15 00:00:00+00 BC"));
            case "date" -> choice(List.of("2026-01-01", "infinity", "0044-03-15 BC"));
            case "json" -> (value == null ? "0" : value) + " ";
            case "integer[]" -> choice(List.of("{}", "{7}", "{1,NULL}", "{{1,2},{3,4}}"));
            case "text[]" -> choice(List.of("{}", "{x}", "{a,NULL}", "{{a,b},{c,d}}"));
            case "bytea" -> choice(List.of("\\x", randomBytes(40)));
            default -> throw new IllegalArgumentException(column + " has a type that is not altered here");
        };
    }

    /**
     * Raises an amount in a wallet, with every balance that follows, and deletes the seals, for the service to seal it anew; empty if there is
     * no other wallet of these merchants whose rows were not changed.
     */
    List<Tampering> rewrite(Set<String> merchants) throws SQLException {
        var wallets = table("wallet");
        var found = rows(wallets).stream()
                .filter(row -> merchants.contains(row.value("organization_id")))
                .filter(row -> changedWallets.putIfAbsent(Tampering.wallet(row), true) == null)
                .findFirst();
        if (found.isEmpty()) {
            return List.of();
        }
        var done = new ArrayList<Tampering>();
        var wallet = wallets.locked(owner, found.get()).orElseThrow();
        done.add(raise(wallets, wallet, "available"));
        var from = random.nextLong(1, Long.parseLong(wallet.value("last_seq")) + 1);
        for (var transfer : of(table("transfer"), wallet)) {
            if (Long.parseLong(transfer.value("seq")) >= from) {
                var raised = raise(table("transfer"), transfer, "available_after");
                done.add(raised);
                if (Long.parseLong(transfer.value("seq")) == from) {
                    raise(table("transfer"), Objects.requireNonNull(raised.after()), "amount");
                }
            }
        }
        for (var seal : of(table("seal"), wallet)) {
            // No other row may move to its place, which would be named instead.
            touched.add(place(table("seal"), seal));
            table("seal").delete(owner, seal);
            done.add(new Tampering("REWRITE", table("seal"), seal, null, null));
        }
        owner.commit();
        return done;
    }

    private List<Stored> of(StoredTable table, Stored wallet) throws SQLException {
        return table.all(owner).stream()
                .filter(row -> Tampering.wallet(row).equals(Tampering.wallet(wallet)))
                .toList();
    }

    private Tampering raise(StoredTable table, Stored row, String column) throws SQLException {
        var after = row.with(column, Long.toString(Long.parseLong(row.value(column)) + RAISE));
        table.update(owner, row, after);
        return new Tampering("REWRITE", table, row, after, column);
    }

    /** Deletes the last two rows of a chain of the journal that others have noted. */
    List<Tampering> cutJournal() throws SQLException {
        var journal = table(Journal.TABLE);
        var last = new HashMap<UUID, Long>();
        rows(journal)
                .forEach(row -> last.merge(
                        UUID.fromString(row.value("chain")), Long.parseLong(row.value("number")), Math::max));
        var done = new ArrayList<Tampering>();
        for (var row : List.copyOf(rows(journal))) {
            var end = last.get(UUID.fromString(row.value("chain")));
            var number = Long.parseLong(row.value("number"));
            if (done.isEmpty()
                    && number == end
                    && number == noted.getOrDefault(UUID.fromString(row.value("chain")), 0L)) {
                for (var one : rows(journal)) {
                    if (one.value("chain").equals(row.value("chain"))
                            && Long.parseLong(one.value("number")) > end - 2
                            && touched.add(place(journal, one))) {
                        journal.delete(owner, one);
                        done.add(new Tampering("CUT", journal, one, null, null));
                    }
                }
            }
        }
        owner.commit();
        return done;
    }

    /** The ids of rows of direct matches, by the ids of rows that they agree with. */
    void addMatched(Set<String> ids) {
        for (var row : rows(table("p2p_match"))) {
            if (row.values().values().stream().anyMatch(ids::contains)) {
                ids.add(row.value("payin_id"));
            }
        }
    }

    /** Undoes what was done to a row. */
    void restore(Tampering tampering) throws SQLException {
        var table = tampering.table();
        if (tampering.after() != null) {
            table.delete(owner, tampering.after());
        }
        if (tampering.before() != null) {
            table.insert(owner, tampering.before());
        }
        owner.commit();
    }
}
