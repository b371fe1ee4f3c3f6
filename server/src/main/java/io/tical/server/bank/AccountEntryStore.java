package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.bank.AccountEntry.Match;
import io.tical.server.bankfile.BankEntry;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Page;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of entries. */
final class AccountEntryStore {
    static final BulkWrite<AccountEntry> ENTRIES = BulkWrite.<AccountEntry>of("bank_entry")
            .key("bank_entry_id", "uuid", AccountEntry::id)
            .insertOnly("collection_account_id", "uuid", AccountEntry::accountId)
            .insertOnly("livemode", "boolean", AccountEntry::livemode)
            .insertOnly("bank_file_id", "uuid", AccountEntry::fileId)
            .insertOnly("currency", "text", AccountEntry::currency)
            .insertOnly("booked", "date", AccountEntry::booked)
            .insertOnly("booked_time", "text", AccountEntry::time)
            .insertOnly("value_day", "date", AccountEntry::valueDay)
            .insertOnly("amount", "bigint", AccountEntry::amount)
            .insertOnly("reversal", "boolean", AccountEntry::reversal)
            .insertOnly("code", "text", AccountEntry::code)
            .insertOnly("party_name", "text", AccountEntry::partyName)
            .insertOnly("party_account", "text", AccountEntry::partyAccount)
            .insertOnly("party_bank", "text", AccountEntry::partyBank)
            .insertOnly("text", "text", AccountEntry::text)
            .insertOnly("end_to_end", "text", AccountEntry::endToEnd)
            .insertOnly("bank_reference", "text", AccountEntry::bankReference)
            .insertOnly("return_reason", "text", AccountEntry::returnReason)
            .insertOnly("hint", "text", entry -> entry.hint().word())
            .insertOnly("details", "text", AccountEntry::details)
            .column("status", "text", entry -> entry.status().word())
            .column("reason", "text", AccountEntry::reason)
            .column("matched_type", "text", match(match -> match.type().word()))
            .column(
                    "matched_organization",
                    "uuid",
                    match(match -> match.transaction().organizationId()))
            .column("matched_id", "uuid", match(match -> match.transaction().id()))
            .column("decided_by", "text", AccountEntry::decidedBy)
            .column("version", "bigint", AccountEntry::version)
            .column("updated_at", "timestamptz", AccountEntry::updatedAt)
            .authenticated()
            .journaled();

    private AccountEntryStore() {}

    private static Function<AccountEntry, @Nullable Object> match(Function<Match, Object> field) {
        return entry -> entry.match() == null ? null : field.apply(entry.match());
    }

    static Optional<AccountEntry> find(Session session, UUID id) {
        return session.sql("SELECT * FROM bank_entry WHERE bank_entry_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(proved(session, false));
    }

    /** Locks entries in the order of their ids. */
    static List<AccountEntry> lock(Session session, Collection<UUID> ids) {
        return session.sql("""
                        SELECT e.* FROM bank_entry e JOIN unnest(cast(:ids AS uuid[])) AS k (id) ON e.bank_entry_id = k.id
                        ORDER BY e.bank_entry_id FOR UPDATE OF e
                        """).bindEach("ids", ids, id -> id).list(proved(session, true));
    }

    /** Locks the entries that this file said first, in the order of their ids. */
    static List<AccountEntry> lockOfFile(Session session, UUID file) {
        return session.sql(
                        "SELECT * FROM bank_entry WHERE bank_file_id = cast(:file AS uuid) ORDER BY bank_entry_id FOR UPDATE")
                .bind("file", file)
                .list(proved(session, true));
    }

    static Function<Row, AccountEntry> proved(Session session, boolean locked) {
        var proof = locked ? ENTRIES.proof(session) : ENTRIES.readingProof(session);
        return row -> {
            proof.requireUnaltered(row);
            return entry(row);
        };
    }

    /** Those of these payins that an entry pays. */
    static Set<UUID> paid(Session session, Collection<TransactionKey> payins) {
        return payins.isEmpty()
                ? Set.of()
                : new HashSet<>(session.sql("""
                                SELECT e.matched_id FROM bank_entry e
                                JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                                     AS k (organization_id, livemode, id)
                                  ON e.matched_organization = k.organization_id AND e.livemode = k.livemode AND e.matched_id = k.id
                                WHERE e.matched_type = 'payin'
                                """)
                        .bindEach("organizations", payins, TransactionKey::organizationId)
                        .bindEach("livemodes", payins, TransactionKey::livemode)
                        .bindEach("ids", payins, TransactionKey::id)
                        .list(row -> row.uuid("matched_id")));
    }

    /** Claims entries that background work is due to look at, for some time; those that another node has claimed are skipped. */
    static List<AccountEntry> claim(Session session, int rowsMax, Duration lease) {
        return session.sql("""
                        UPDATE bank_entry SET due_at = now() + :lease * interval '1 millisecond' WHERE bank_entry_id IN (
                            SELECT bank_entry_id FROM bank_entry WHERE due_at <= now() ORDER BY due_at LIMIT :rows
                            FOR UPDATE SKIP LOCKED)
                        RETURNING *
                        """)
                .bind("lease", lease.toMillis())
                .bind("rows", rowsMax)
                .list(proved(session, false));
    }

    /** Entries that background work need not look at again. */
    static void done(Session session, Collection<UUID> ids) {
        session.sql(
                        "UPDATE bank_entry e SET due_at = NULL FROM unnest(cast(:ids AS uuid[])) AS k (id) WHERE e.bank_entry_id = k.id")
                .bindEach("ids", ids, id -> id)
                .run();
    }

    static void insert(Session session, List<AccountEntry> entries) {
        ENTRIES.insert(session, entries).run();
        wrote(session, entries);
    }

    static void update(Session session, List<AccountEntry> entries) {
        ENTRIES.update(session, entries).run();
        wrote(session, entries);
    }

    /** The key of the table does not say the environment. */
    private static void wrote(Session session, List<AccountEntry> entries) {
        entries.stream()
                .map(AccountEntry::livemode)
                .distinct()
                .forEach(livemode -> session.wrote(ENTRIES.table(), livemode));
    }

    /**
     * Which entries are listed.
     *
     * @param account null for all
     * @param status null for all
     */
    record Filter(boolean livemode, @Nullable UUID account, AccountEntry.@Nullable Status status) {}

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<AccountEntry> list(Session session, Filter filter, Page page) {
        return session.sql("SELECT * FROM bank_entry WHERE livemode = :livemode"
                        + (filter.status() == null
                                ? ""
                                : " AND status = '" + filter.status().word() + "'")
                        + (filter.account() == null ? "" : " AND collection_account_id = cast(:account AS uuid)")
                        + (page.before() == null ? "" : " AND bank_entry_id < cast(:before AS uuid)")
                        + " ORDER BY bank_entry_id DESC LIMIT :rows OFFSET :offset")
                .bind("livemode", filter.livemode())
                .bind("account", filter.account())
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(AccountEntryStore::entry);
    }

    private static AccountEntry entry(Row row) {
        var time = row.textOrNull("booked_time");
        var matched = row.textOrNull("matched_type");
        var livemode = row.flag("livemode");
        return new AccountEntry(
                row.uuid("bank_entry_id"),
                row.uuid("collection_account_id"),
                livemode,
                row.uuid("bank_file_id"),
                row.text("currency"),
                day(row, "booked"),
                time == null ? null : LocalTime.parse(time),
                row.dateOrNull("value_day"),
                row.number("amount"),
                row.flag("reversal"),
                row.textOrNull("code"),
                row.textOrNull("party_name"),
                row.textOrNull("party_account"),
                row.textOrNull("party_bank"),
                row.text("text"),
                row.textOrNull("end_to_end"),
                row.textOrNull("bank_reference"),
                row.textOrNull("return_reason"),
                Word.of(BankEntry.Hint.class, row.text("hint")),
                row.textOrNull("details"),
                Word.of(AccountEntry.Status.class, row.text("status")),
                row.textOrNull("reason"),
                matched == null
                        ? null
                        : new Match(
                                Word.of(AccountEntry.MatchType.class, matched),
                                new TransactionKey(row.uuid("matched_organization"), livemode, row.uuid("matched_id"))),
                row.textOrNull("decided_by"),
                row.number("version"),
                row.instant("updated_at"));
    }

    static LocalDate day(Row row, String column) {
        var day = row.dateOrNull(column);
        if (day == null) {
            throw new IllegalStateException(column + " is null");
        }
        return day;
    }
}
