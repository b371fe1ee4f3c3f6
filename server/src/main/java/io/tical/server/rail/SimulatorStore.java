package io.tical.server.rail;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.rail.SimulatorAnswers.Answers;
import io.tical.server.rail.SimulatorAnswers.Holder;
import io.tical.server.rail.SimulatorAnswers.Payout;
import io.tical.server.rail.SimulatorAnswers.Slip;
import io.tical.server.rail.SimulatorAnswers.TopUp;
import java.time.Duration;
import java.util.List;

/** The SQL of the answers that operators set for the simulators of all nodes. */
final class SimulatorStore {
    static final BulkWrite<Stored> ANSWERS = BulkWrite.<Stored>of("simulator")
            .key("singleton", "boolean", one -> true)
            .column("payout", "text", one -> one.answers().payout().word())
            .column("slip", "text", one -> one.answers().slip().word())
            .column("holder", "text", one -> one.answers().holder().word())
            .column("latency_ms", "bigint", one -> one.answers().latency().toMillis())
            .column("version", "bigint", Stored::version)
            .column("top_up", "text", one -> one.answers().topUp().word())
            .authenticated()
            .journaled();

    /** @param version 0 before the first change */
    record Stored(Answers answers, long version) {
        static final Stored NOTHING = new Stored(Answers.USUAL, 0);
    }

    private SimulatorStore() {}

    static Stored read(Session session) {
        return read(session, false);
    }

    /** Locks the answers until the transaction ends. */
    static Stored lock(Session session) {
        ANSWERS.insertIfAbsent(session, Stored.NOTHING);
        return read(session, true);
    }

    private static Stored read(Session session, boolean lock) {
        var proof = lock ? ANSWERS.proof(session) : ANSWERS.readingProof(session);
        return session.sql("SELECT * FROM simulator" + (lock ? " FOR UPDATE" : ""))
                .first(row -> {
                    proof.requireUnaltered(row);
                    return new Stored(
                            new Answers(
                                    Word.of(Payout.class, row.text("payout")),
                                    Word.of(Slip.class, row.text("slip")),
                                    Word.of(Holder.class, row.text("holder")),
                                    row.textOrNull("top_up") == null
                                            ? TopUp.OPEN
                                            : Word.of(TopUp.class, row.text("top_up")),
                                    Duration.ofMillis(row.number("latency_ms"))),
                            row.number("version"));
                })
                .orElse(Stored.NOTHING);
    }

    static void update(Session session, Stored stored) {
        ANSWERS.update(session, List.of(stored)).run();
    }
}
