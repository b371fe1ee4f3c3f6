package io.tical.server.rehearsal;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of what the bank of test money booked. */
final class BookStore {
    /** The balance of each account before its first entry, in minor units. */
    private static final long FIRST_BALANCE = 100_000_000_00L;

    private static final BulkWrite<Booked> ENTRIES = BulkWrite.<Booked>of("simulator_entry")
            .key("collection_account_id", "uuid", Booked::accountId)
            .key("number", "bigint", Booked::number)
            .column("source_id", "uuid", Booked::sourceId)
            .column("returned", "boolean", Booked::returned)
            .column("booked_at", "timestamptz", Booked::at)
            .column("amount", "bigint", Booked::amount)
            .column("reference", "text", Booked::reference)
            .column("text", "text", Booked::text)
            .column("party_name", "text", Booked::partyName)
            .column("party_account", "text", Booked::partyAccount);

    private BookStore() {}

    /**
     * An entry.
     *
     * @param number in its account, from 1
     * @param sourceId what it is: a payin, or the attempt of a payment
     * @param returned whether it is a payment that came back
     * @param amount minor units; negative is money out of the account
     * @param reference of who ordered it
     */
    record Booked(
            UUID accountId,
            long number,
            UUID sourceId,
            boolean returned,
            Instant at,
            long amount,
            String reference,
            String text,
            @Nullable String partyName,
            @Nullable String partyAccount) {
        Booked numbered(long next, Instant notBefore) {
            return new Booked(
                    accountId,
                    next,
                    sourceId,
                    returned,
                    at.isBefore(notBefore) ? notBefore : at,
                    amount,
                    reference,
                    text,
                    partyName,
                    partyAccount);
        }

        private Source source() {
            return new Source(sourceId, returned);
        }
    }

    private record Source(UUID id, boolean returned) {}

    /** Only one transaction books at a time. */
    static void lock(Session session) {
        session.sql("SELECT pg_advisory_xact_lock(hashtextextended('simulated bank', 0))")
                .list(row -> true);
    }

    /** Adds those of these entries that are not there yet, after the others. The transaction has the lock. */
    static void add(Session session, UUID account, Collection<Booked> entries) {
        var known = new HashSet<>(session.sql("""
                        SELECT source_id, returned FROM simulator_entry
                        WHERE source_id = ANY (cast(:sources AS uuid[])) AND collection_account_id = :account
                        """)
                .bindEach("sources", entries, Booked::sourceId)
                .bind("account", account)
                .list(row -> new Source(row.uuid("source_id"), row.flag("returned"))));
        var last = session.sql("""
                        SELECT * FROM simulator_entry WHERE collection_account_id = :account ORDER BY number DESC LIMIT 1
                        """).bind("account", account).first(BookStore::read);
        var number = last.map(Booked::number).orElse(0L);
        var notBefore = last.map(Booked::at).orElse(Instant.EPOCH);
        var fresh = new ArrayList<Booked>();
        for (var entry : entries) {
            if (known.add(entry.source())) {
                number++;
                var numbered = entry.numbered(number, notBefore);
                notBefore = numbered.at();
                fresh.add(numbered);
            }
        }
        ENTRIES.insert(session, fresh).run();
    }

    /** The entries of an account from a time until another one, in their order. */
    static List<Booked> list(Session session, UUID account, Instant from, Instant until) {
        return session.sql("""
                        SELECT * FROM simulator_entry
                        WHERE collection_account_id = :account AND booked_at >= :from AND booked_at < :until ORDER BY number
                        """)
                .bind("account", account)
                .bind("from", from)
                .bind("until", until)
                .list(BookStore::read);
    }

    /** The balance of an account before a time, in minor units. */
    static long balance(Session session, UUID account, Instant before) {
        return session.sql("""
                        SELECT cast(coalesce(sum(amount), 0) AS bigint) AS sum FROM simulator_entry
                        WHERE collection_account_id = :account AND booked_at < :before
                        """)
                .bind("account", account)
                .bind("before", before)
                .one(row -> Math.addExact(FIRST_BALANCE, row.number("sum")));
    }

    private static Booked read(Row row) {
        return new Booked(
                row.uuid("collection_account_id"),
                row.number("number"),
                row.uuid("source_id"),
                row.flag("returned"),
                row.instant("booked_at"),
                row.number("amount"),
                row.text("reference"),
                row.text("text"),
                row.textOrNull("party_name"),
                row.textOrNull("party_account"));
    }
}
