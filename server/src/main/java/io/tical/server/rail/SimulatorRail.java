package io.tical.server.rail;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.transaction.EventType;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * The rail of test keys. Like a bank, it records each attempt and its outcome, and always reports the same outcome, also after the database
 * lost it ({@link SimulatorBook}).
 * Amounts whose minor units end in 01 fail, in 02 arrive partially if they are payouts, and in 03 have an unknown outcome; all others
 * arrive. An operator can set another outcome for all amounts.
 */
record SimulatorRail(Database database, SimulatorBook book, Duration dispatchDelay, SimulatorAnswers answers)
        implements PayoutRail {
    static final String NAME = "simulator";

    private static final PayoutOutcome.Sender SENDER =
            new PayoutOutcome.Sender("SIMULATOR", "0000000000", "Tical Sandbox");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PayoutOutcome dispatch(TransferOrder order) {
        return switch (answers.afterLatency().payout()) {
            case SUCCESS, FILE -> record(order, fate(order)); // by file: those that it had before
            case FAIL -> record(order, Fate.FAILED);
            case PARTIAL -> record(order, part(order));
            case UNKNOWN -> record(order, Fate.UNKNOWN);
            case DELAY -> {
                record(order, fate(order));
                yield new PayoutOutcome.Unknown("the simulator reports the outcome when it is polled");
            }
        };
    }

    @Override
    public PayoutOutcome poll(TransferOrder order) {
        var stored = database.transaction(session -> stored(session, order));
        stored.ifPresent(book::write); // its commit may have been cut off before the book had it
        // An attempt that is polled before its dispatch is refused in future, as NeverSent guarantees.
        return stored.map(entry -> outcome(order, Fate.valueOf(entry.outcome()), entry.delivered()))
                .orElseGet(() -> book.find(order.attemptId())
                        .map(entry -> record(order, Fate.valueOf(entry.outcome()), entry.delivered()))
                        .orElseGet(() -> record(order, Fate.REFUSED)));
    }

    /**
     * The recorded outcome of the attempt. An order that takes up what was sent for a lost one takes over its record, which the simulator made while
     * the database was replaced.
     */
    private static Optional<SimulatorBook.Entry> stored(Session session, TransferOrder order) {
        record Stored(UUID transaction, SimulatorBook.Entry entry) {}
        var stored = session.sql("""
                        SELECT payout_id, outcome, delivered FROM simulator_transfer
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND attempt_id = cast(:attempt AS uuid)
                        """)
                .bind("organization", order.organizationId())
                .bind("livemode", order.livemode())
                .bind("attempt", order.attemptId())
                .first(row -> new Stored(
                        row.uuid("payout_id"),
                        new SimulatorBook.Entry(order.attemptId(), row.text("outcome"), row.number("delivered"))));
        if (stored.isPresent() && !stored.get().transaction().equals(order.transactionId())) {
            session.sql("""
                            UPDATE simulator_transfer SET payout_id = cast(:payout AS uuid), step = :step
                            WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND attempt_id = cast(:attempt AS uuid)
                            """)
                    .bind("organization", order.organizationId())
                    .bind("livemode", order.livemode())
                    .bind("attempt", order.attemptId())
                    .bind("payout", order.transactionId())
                    .bind("step", order.leg())
                    .run();
        }
        return stored.map(Stored::entry);
    }

    private enum Fate {
        DELIVERED,
        PARTLY,
        FAILED,
        UNKNOWN,
        REFUSED
    }

    private static Fate fate(TransferOrder order) {
        return switch ((int) (order.totalAmount() % 100)) {
            case 1 -> Fate.FAILED;
            case 2 -> part(order);
            case 3 -> Fate.UNKNOWN;
            default -> Fate.DELIVERED;
        };
    }

    /** A settlement is one transfer, which arrives in full or not at all. */
    private static Fate part(TransferOrder order) {
        if (order.subject() == EventType.Subject.SETTLEMENT) {
            return Fate.DELIVERED;
        }
        return order.legs() == 1 ? Fate.PARTLY : order.leg() == 1 ? Fate.DELIVERED : Fate.FAILED;
    }

    /** Stores the outcome of the attempt unless it has one. Returns the stored outcome. */
    private PayoutOutcome record(TransferOrder order, Fate fate) {
        var delivered = switch (fate) {
            case DELIVERED -> order.amount();
            case PARTLY -> Math.max(1, order.amount() / 2);
            case FAILED, UNKNOWN, REFUSED -> 0L;
        };
        return record(order, fate, delivered);
    }

    private PayoutOutcome record(TransferOrder order, Fate fate, long delivered) {
        var stored = database.transaction(session -> session.sql("""
                        INSERT INTO simulator_transfer AS stored (organization_id, livemode, attempt_id, payout_id, step, amount, delivered,
                                outcome, created_at, subject)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:attempt AS uuid), cast(:payout AS uuid), :step, :amount,
                                :delivered, :outcome, clock_timestamp(), :subject)
                        ON CONFLICT (organization_id, livemode, attempt_id) DO UPDATE SET outcome = stored.outcome
                        RETURNING outcome, delivered
                        """)
                .bind("organization", order.organizationId())
                .bind("livemode", order.livemode())
                .bind("attempt", order.attemptId())
                .bind("payout", order.transactionId())
                .bind("step", order.leg())
                .bind("amount", order.amount())
                .bind("delivered", delivered)
                .bind("outcome", fate.name())
                .bind("subject", order.subject().word())
                .one(row -> new SimulatorBook.Entry(order.attemptId(), row.text("outcome"), row.number("delivered"))));
        book.write(stored);
        return outcome(order, Fate.valueOf(stored.outcome()), stored.delivered());
    }

    private static PayoutOutcome outcome(TransferOrder order, Fate fate, long delivered) {
        return switch (fate) {
            case DELIVERED, PARTLY ->
                new PayoutOutcome.Delivered(
                        delivered, "SIM" + order.attemptId().toString().replace("-", ""), SENDER);
            case FAILED ->
                new PayoutOutcome.Failed(
                        PayoutOutcome.FailureCode.ACCOUNT_CLOSED, "The simulator refused this transfer");
            case UNKNOWN -> new PayoutOutcome.Unknown("the simulator reports an unknown outcome");
            case REFUSED -> new PayoutOutcome.NeverSent();
        };
    }
}
