package io.tical.server.ledger;

import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.TestPayouts.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/** Payouts of one leg, as far as an audit can see them: rows, fences and postings, in the transaction of the postings. */
public record TestPayouts() implements GroupOperation<Event, Wallet> {
    public static final TestPayouts PAYOUTS = new TestPayouts();

    /** A payout of a test. */
    public record Payout(WalletKey wallet, UUID id, long amount, long fee) {
        long gross() {
            return amount + fee;
        }
    }

    /** What happens to a payout. */
    public record Event(Payout payout, Kind kind) {}

    public enum Kind {
        RESERVE("pending"),
        ACTIVATE("processing"),
        CAPTURE("processing"),
        DELIVER("success"),
        DELIVER_HALF("partial_success"),
        RETURN("failed"),
        RELEASE("cancelled"),
        TURN_DOWN("rejected"),
        REVERT("rejected"),
        REFUND("refunded");

        private final String status;

        Kind(String status) {
            this.status = status;
        }
    }

    @Override
    public Part<Event, Wallet> begin(Session session, List<Event> commands) {
        return new Events(commands, new ArrayList<>());
    }

    private record Events(List<Event> commands, List<Event> decided) implements Part<Event, Wallet> {
        @Override
        public SortedSet<WalletKey> wallets() {
            return commands.stream()
                    .map(event -> event.payout().wallet())
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        @Override
        public void readForDecisions(Session session) {
            // A test has one event of a payout at a time.
        }

        @Override
        public Wallet decide(Event event, GroupWallets wallets) {
            var payout = event.payout();
            wallets.post(payout.wallet(), movements(event));
            decided.add(event);
            return wallets.wallet(payout.wallet());
        }

        @Override
        public void write(Session session) {
            decided.forEach(event -> store(session, event));
        }
    }

    private static List<Movement> movements(Event event) {
        var payout = event.payout();
        var half = payout.amount() / 2;
        return switch (event.kind()) {
            case RESERVE -> List.of(move(payout, PostingType.PAYOUT_RESERVE, payout.gross()));
            case ACTIVATE -> List.of(move(payout, PostingType.PAYOUT_ACTIVATE, payout.gross()));
            case CAPTURE -> List.of(move(payout, PostingType.PAYOUT_CAPTURE, payout.gross()));
            case DELIVER ->
                List.of(
                        move(payout, PostingType.PAYOUT_DELIVER, payout.amount()),
                        move(payout, PostingType.PAYOUT_FEE, payout.fee()));
            case DELIVER_HALF ->
                List.of(
                        move(payout, PostingType.PAYOUT_DELIVER, half),
                        move(payout, PostingType.PAYOUT_FEE, payout.fee()),
                        move(payout, PostingType.PAYOUT_RETURN, payout.amount() - half));
            case RETURN -> List.of(move(payout, PostingType.PAYOUT_RETURN, payout.gross()));
            case RELEASE, REFUND -> List.of(move(payout, PostingType.PAYOUT_RELEASE, payout.gross()));
            case TURN_DOWN -> List.of(move(payout, PostingType.PAYOUT_TURN_DOWN, payout.gross()));
            case REVERT ->
                List.of(
                        move(payout, PostingType.PAYOUT_REVERT, payout.amount()),
                        move(payout, PostingType.PAYOUT_FEE_REVERT, payout.fee()));
        };
    }

    private static Movement move(Payout payout, PostingType posting, long amount) {
        return new Movement(posting, amount, payout.id());
    }

    private static void store(Session session, Event event) {
        var payout = event.payout();
        var kind = event.kind();
        var half = payout.amount() / 2;
        var delivered = switch (kind) {
            case DELIVER, REVERT -> payout.amount();
            case DELIVER_HALF -> half;
            case RESERVE, ACTIVATE, CAPTURE, RETURN, RELEASE, TURN_DOWN, REFUND -> 0L;
        };
        var back = switch (kind) {
            case RETURN, RELEASE, REFUND -> payout.gross();
            case DELIVER_HALF -> payout.amount() - half;
            case RESERVE, ACTIVATE, CAPTURE, DELIVER, TURN_DOWN, REVERT -> 0L;
        };
        // A refund leaves what was delivered before it was reverted.
        session.sql("""
                        INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee,
                            delivered, fee_returned, returned, account_id, customer_id, customer_name, bank_code, account_no, holder_name,
                            request_id, daily_date, updated_at)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:id AS uuid), :status, 'v1', cast(:id AS text), :currency,
                            :amount, :fee, :delivered, :fee_returned, :returned, cast(:id AS uuid), cast(:id AS uuid), 'n', 'b', 'a', 'h',
                            'r', current_date, :now)
                        ON CONFLICT (organization_id, livemode, payout_id) DO UPDATE SET
                            status = excluded.status, fee_returned = excluded.fee_returned, returned = excluded.returned,
                            delivered = CASE WHEN excluded.status = 'refunded' THEN payout.delivered ELSE excluded.delivered END
                        """)
                .bind("organization", payout.wallet().organizationId())
                .bind("livemode", payout.wallet().livemode())
                .bind("id", payout.id())
                .bind("status", kind.status)
                .bind("currency", payout.wallet().currency())
                .bind("amount", payout.amount())
                .bind("fee", payout.fee())
                .bind("delivered", delivered)
                .bind("fee_returned", back == payout.gross() ? payout.fee() : 0L)
                .bind("returned", back)
                .bind("now", Instant.now())
                .run();
        leg(
                session,
                payout,
                "INSERT INTO payout_step SELECT organization_id, livemode, payout_id, 1, payout_id, amount, 0, 'pending'"
                        + " FROM payout WHERE organization_id = cast(:organization AS uuid) AND payout_id = cast(:id AS uuid)"
                        + " ON CONFLICT DO NOTHING");
        if (delivered > 0 && kind != Kind.REVERT) {
            leg(
                    session,
                    payout,
                    "UPDATE payout_step SET status = 'success', transfer_amount = " + delivered
                            + " WHERE organization_id = cast(:organization AS uuid) AND payout_id = cast(:id AS uuid)");
            leg(
                    session,
                    payout,
                    "INSERT INTO payout_attempt (organization_id, livemode, payout_id, step, attempt, attempt_id, rail,"
                            + " amount, status, created_at) SELECT organization_id, livemode, payout_id, 1, 1, payout_id, 'simulator', amount,"
                            + " 'delivered', now() FROM payout WHERE organization_id = cast(:organization AS uuid) AND payout_id = cast(:id AS uuid)");
            leg(
                    session,
                    payout,
                    "INSERT INTO simulator_transfer SELECT organization_id, livemode, payout_id, payout_id, 1, amount, "
                            + delivered + ", 'DELIVERED', now(), 'payout' FROM payout"
                            + " WHERE organization_id = cast(:organization AS uuid) AND payout_id = cast(:id AS uuid)");
        }
    }

    private static void leg(Session session, Payout payout, String sql) {
        session.sql(sql)
                .bind("organization", payout.wallet().organizationId())
                .bind("id", payout.id())
                .run();
    }
}
