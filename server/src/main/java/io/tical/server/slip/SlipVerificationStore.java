package io.tical.server.slip;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.access.Caller;
import io.tical.server.rail.SlipParty;
import io.tical.server.slip.SlipVerification.Party;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of verifications. */
final class SlipVerificationStore {
    private static final String OF_CALLER =
            " WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode";

    /** Not in the journal, because a lost result is only verified again. */
    static final Table<Verified> VERIFICATIONS = Table.unjournaled("slip_verification", SlipVerificationStore::columns);

    static final Table<Seen> SEEN = Table.of("slip_seen", SlipVerificationStore::seenColumns);

    private SlipVerificationStore() {}

    /** A verified transfer as stored. */
    record Verified(UUID organizationId, boolean livemode, byte[] hash, SlipOutcome.Facts transfer, Instant at) {
        Party sender() {
            return Party.of(transfer.sender());
        }

        Party receiver() {
            return Party.of(transfer.receiver());
        }
    }

    /** The count of verifications of a transfer. */
    record Seen(
            UUID organizationId,
            boolean livemode,
            String reference,
            String bank,
            long times,
            Instant firstAt,
            Instant lastAt) {
        Seen again(Instant at) {
            return new Seen(organizationId, livemode, reference, bank, times + 1, firstAt, at);
        }
    }

    /**
     * A verified transfer.
     *
     * @param times the number of verifications
     */
    record Kept(SlipOutcome.Facts transfer, Instant verifiedAt, long times) {}

    static Optional<Kept> byQr(Session session, Caller caller, byte[] hash, Instant since) {
        return newest(session, caller, "qr_hash = :known", hash, since);
    }

    static Optional<Kept> byReference(Session session, Caller caller, String reference, Instant since) {
        return newest(session, caller, "reference = :known", reference, since);
    }

    private static Optional<Kept> newest(
            Session session, Caller caller, String condition, Object known, Instant since) {
        var newest = statement(
                        session,
                        caller,
                        "SELECT * FROM slip_verification" + OF_CALLER + " AND verified_at > :since AND " + condition
                                + " ORDER BY verified_at DESC LIMIT 1")
                .bind("since", since)
                .bind("known", known)
                .first(VERIFICATIONS.proved(session));
        return newest.flatMap(kept -> seen(session, caller, kept.transfer(), "")
                .map(seen -> new Kept(kept.transfer(), kept.at(), seen.times())));
    }

    private static SlipParty party(@Nullable String bank, @Nullable String account, @Nullable String name) {
        return new SlipParty(bank, account, null, name == null ? List.of() : List.of(name));
    }

    /** Counts a verification of a transfer; returns the new count. */
    static long saw(Session session, Caller caller, SlipOutcome.Facts transfer, Instant now) {
        var first =
                new Seen(caller.organizationId(), caller.livemode(), transfer.reference(), bank(transfer), 1, now, now);
        if (SEEN.insertIfAbsent(session, first)) {
            return first.times();
        }
        var again = seen(session, caller, transfer, " FOR UPDATE").orElseThrow().again(now);
        SEEN.update(session, List.of(again)).run();
        return again.times();
    }

    /** @param locking the locking clause; empty for none */
    private static Optional<Seen> seen(Session session, Caller caller, SlipOutcome.Facts transfer, String locking) {
        return statement(
                        session,
                        caller,
                        "SELECT * FROM slip_seen" + OF_CALLER + " AND reference = :reference AND sending_bank = :bank"
                                + locking)
                .bind("reference", transfer.reference())
                .bind("bank", bank(transfer))
                .first(locking.isEmpty() ? SEEN.proved(session) : SEEN.locked(session));
    }

    static void keep(Session session, Caller caller, byte[] hash, SlipOutcome.Facts transfer, Instant now) {
        var verified = new Verified(caller.organizationId(), caller.livemode(), hash, transfer, now);
        VERIFICATIONS.upsert(session, List.of(verified)).run();
    }

    static long forget(Session session, Instant before, int rowsMax) {
        var old = session.sql("SELECT * FROM slip_verification WHERE verified_at <= :before LIMIT :rows")
                .bind("before", before)
                .bind("rows", rowsMax);
        return VERIFICATIONS.readingProof(session).forget(session, old);
    }

    private static Session.Statement statement(Session session, Caller caller, String sql) {
        return session.sql(sql).bind("organization", caller.organizationId()).bind("livemode", caller.livemode());
    }

    /** A reference is unique within a bank; unknown banks count as one. */
    private static String bank(SlipOutcome.Facts transfer) {
        @Nullable String bank = transfer.sender().bankCode();
        return bank == null ? "" : bank;
    }

    private static Function<Row, Seen> seenColumns(TableColumns<Seen> t) {
        var organizationId = t.key("organization_id", ID, Seen::organizationId);
        var livemode = t.key("livemode", FLAG, Seen::livemode);
        var reference = t.key("reference", TEXT, Seen::reference);
        var bank = t.key("sending_bank", TEXT, Seen::bank);
        var times = t.column("times", NUMBER, Seen::times);
        var firstAt = t.column("first_at", TIME, Seen::firstAt);
        var lastAt = t.column("last_at", TIME, Seen::lastAt);
        return row -> new Seen(
                organizationId.of(row),
                livemode.of(row),
                reference.of(row),
                bank.of(row),
                times.of(row),
                firstAt.of(row),
                lastAt.of(row));
    }

    private static Function<Row, Verified> columns(TableColumns<Verified> t) {
        var transfer = t.part(Verified::transfer);
        var sender = t.part(Verified::sender);
        var receiver = t.part(Verified::receiver);
        var organizationId = t.key("organization_id", ID, Verified::organizationId);
        var livemode = t.key("livemode", FLAG, Verified::livemode);
        var reference = transfer.key("reference", TEXT, SlipOutcome.Facts::reference);
        var sendingBank = transfer.key("sending_bank", TEXT, SlipVerificationStore::bank);
        var hash = t.column("qr_hash", BYTES, Verified::hash);
        var amount = transfer.column("amount", NUMBER, SlipOutcome.Facts::amount);
        var currency = transfer.column("currency", TEXT, SlipOutcome.Facts::currency);
        var transferredAt = transfer.column("transferred_at", TIME.orNull(), SlipOutcome.Facts::transferredAt);
        var senderAccount = sender.column("sender_account", TEXT.orNull(), Party::accountNo);
        var senderName = sender.column("sender_name", TEXT.orNull(), Party::name);
        var receiverBank = receiver.column("receiver_bank", TEXT.orNull(), Party::bankCode);
        var receiverAccount = receiver.column("receiver_account", TEXT.orNull(), Party::accountNo);
        var receiverName = receiver.column("receiver_name", TEXT.orNull(), Party::name);
        var verifiedAt = t.column("verified_at", TIME, Verified::at);
        return row -> {
            var bank = sendingBank.of(row);
            return new Verified(
                    organizationId.of(row),
                    livemode.of(row),
                    hash.of(row),
                    new SlipOutcome.Facts(
                            reference.of(row),
                            amount.of(row),
                            currency.of(row),
                            transferredAt.of(row),
                            party(bank.isEmpty() ? null : bank, senderAccount.of(row), senderName.of(row)),
                            party(receiverBank.of(row), receiverAccount.of(row), receiverName.of(row))),
                    verifiedAt.of(row));
        };
    }
}
