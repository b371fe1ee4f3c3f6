package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.RowKey;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.AuditStore.Entry;
import io.tical.server.ledger.PostedAudit.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Proves the changed rows in their tables, and the money of the objects that they belong to. It processes one share of the changes at a
 * time, chosen by a hash of the object, so that its memory does not grow with the changes.
 */
final class ChangedRows {
    /** The changes and transfers that are processed at a time; each takes about 300 bytes. */
    static final int SHARE = 400_000;

    private static final int ASKED_MAX = 1_000;

    private final Session session;
    private final Map<String, BulkWrite<?>> tables;
    private final List<MoneyAudit> moneyAudits;
    private final Set<String> moneyTables;
    private final Map<String, Long> counts;

    /**
     * @param tables all tables whose changes are in the journal
     * @param counts receives the number of read rows of each table
     */
    ChangedRows(
            Session session, Map<String, BulkWrite<?>> tables, List<MoneyAudit> moneyAudits, Map<String, Long> counts) {
        this.session = session;
        this.tables = tables;
        this.moneyAudits = moneyAudits;
        this.moneyTables =
                moneyAudits.stream().flatMap(audit -> audit.tables().stream()).collect(Collectors.toSet());
        this.counts = counts;
    }

    /**
     * @param wallets all wallets with transfers
     * @param shares the number of shares
     * @param complete whether the journal is complete
     */
    void compare(
            Increment increment,
            Collection<WalletKey> wallets,
            long shares,
            boolean complete,
            Findings ofRows,
            Findings ofMoney) {
        var differing = new DifferingRows(false, complete);
        // A match belongs to two objects, which may be in different shares.
        var contradictions = new Once(new HashSet<>(), ofMoney);
        var missing = new Once(new HashSet<>(), ofRows);
        for (long share = 0; share < shares; share++) {
            var taken = share;
            var versions = new HashMap<RowKey, RowVersions>();
            var objects = new LinkedHashSet<Key>();
            increment.forEach(
                    wallets,
                    change -> {
                        var object = Key.of(change.row());
                        var hash = object.map(Key::hashCode).orElseGet(change.row()::hashCode);
                        if (Math.floorMod(hash, shares) == taken) {
                            versions.computeIfAbsent(change.row(), row -> new RowVersions())
                                    .add(change);
                            object.filter(key ->
                                            moneyTables.contains(change.row().table()))
                                    .ifPresent(objects::add);
                        }
                    },
                    transfer -> {
                        var object = object(transfer);
                        if (Math.floorMod(object.hashCode(), shares) == taken) {
                            objects.add(object);
                        }
                    });
            compare(versions, differing, ofRows);
            inParts(objects, keys -> prove(keys, missing, contradictions));
        }
        differing.report(session, tables, ofRows);
    }

    private static Key object(Entry transfer) {
        return new Key(transfer.wallet().organizationId(), transfer.wallet().livemode(), transfer.reference());
    }

    private static <T> void inParts(Collection<T> all, Consumer<List<T>> consumer) {
        var list = new ArrayList<>(all);
        for (int from = 0; from < list.size(); from += ASKED_MAX) {
            consumer.accept(list.subList(from, Math.min(from + ASKED_MAX, list.size())));
        }
    }

    private void compare(Map<RowKey, RowVersions> versions, DifferingRows differing, Findings findings) {
        versions.keySet().stream().collect(Collectors.groupingBy(RowKey::table)).forEach((name, rows) -> {
            var table = tables.get(name);
            inParts(rows, part -> {
                var stored = table == null ? new Stored() : stored(table, part, findings);
                for (var row : part) {
                    if (!stored.altered().contains(row)) {
                        differing.compare(
                                row,
                                versions.getOrDefault(row, new RowVersions()),
                                stored.digests().get(row));
                    }
                }
            });
        });
    }

    /** The existing rows: the digests of the unaltered ones, and the altered ones. */
    private record Stored(Map<RowKey, Long> digests, Set<RowKey> altered) {
        Stored() {
            this(new HashMap<>(), new HashSet<>());
        }
    }

    private Stored stored(BulkWrite<?> table, List<RowKey> rows, Findings findings) {
        var stored = new Stored();
        var proof = table.proof(session);
        var read = proof.rows(session, rows).withCustomPlan().list(row -> {
            var now = proof.asJournaled(row);
            if (!findings.unaltered(proof.altered(row), table.table(), () -> proof.name(row))) {
                stored.altered().add(now.row());
            } else if (now.after() != null) {
                stored.digests().put(now.row(), now.after());
            }
            return now.row();
        });
        counts.merge(table.table(), (long) read.size(), Long::sum);
        return stored;
    }

    /** Passes on each finding one time. */
    private record Once(Set<Finding> found, Findings findings) implements Consumer<Finding> {
        @Override
        public void accept(Finding finding) {
            if (found.size() < Findings.KEPT_MAX && found.add(finding)) {
                findings.add(finding);
            }
        }
    }

    private void prove(List<Key> objects, Consumer<Finding> missing, Consumer<Finding> contradictions) {
        for (var audit : moneyAudits) {
            var posted = audit.posted();
            if (posted != null) {
                new PostedAudit(session, posted, contradictions).run(objects);
            }
            audit.missing().forEach(sql -> requireNone(audit, sql, objects, missing));
            audit.contradictions().forEach(sql -> requireNone(audit, sql, objects, contradictions));
        }
    }

    private void requireNone(MoneyAudit audit, String sql, List<Key> objects, Consumer<Finding> findings) {
        var statement = session.sql("""
                WITH touched AS MATERIALIZED (
                    SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                        AS t (organization_id, livemode, id)),
                """ + audit.ofTouched() + PostedAudit.ordered(sql));
        PostedAudit.requireNone(PostedAudit.bind(statement, objects).withCustomPlan(), findings);
    }
}
