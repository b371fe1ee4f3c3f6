package io.tical.server.rail;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.rail.SimulatorAnswers.Answers;
import io.tical.server.rail.SimulatorAnswers.Holder;
import io.tical.server.rail.SimulatorAnswers.Payout;
import io.tical.server.rail.SimulatorAnswers.Slip;
import io.tical.server.rail.SimulatorAnswers.TopUp;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** The SQL of the answers that operators set for the simulators of all nodes. */
final class SimulatorStore {
    static final Table<Stored> ANSWERS = Table.of("simulator", SimulatorStore::columns);

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
        return session.sql("SELECT * FROM simulator" + (lock ? " FOR UPDATE" : ""))
                .first(lock ? ANSWERS.locked(session) : ANSWERS.proved(session))
                .orElse(Stored.NOTHING);
    }

    static void update(Session session, Stored stored) {
        ANSWERS.update(session, List.of(stored)).run();
    }

    private static Function<Row, Stored> columns(TableColumns<Stored> t) {
        t.key("singleton", FLAG, one -> true);
        var answers = t.part(Stored::answers);
        var payout = answers.column("payout", word(Payout.class), Answers::payout);
        var slip = answers.column("slip", word(Slip.class), Answers::slip);
        var holder = answers.column("holder", word(Holder.class), Answers::holder);
        var latencyMs =
                answers.column("latency_ms", NUMBER.as(Duration::ofMillis, Duration::toMillis), Answers::latency);
        var version = t.column("version", NUMBER, Stored::version);
        var topUp = answers.column("top_up", word(TopUp.class).orNull(), Answers::topUp);
        return row -> new Stored(
                new Answers(
                        payout.of(row),
                        slip.of(row),
                        holder.of(row),
                        Objects.requireNonNullElse(topUp.of(row), TopUp.OPEN),
                        latencyMs.of(row)),
                version.of(row));
    }
}
