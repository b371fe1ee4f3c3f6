package io.tical.server.rail;

import io.tical.db.Database;
import io.tical.server.rail.SimulatorAnswers.Answers;
import io.tical.server.rail.SimulatorStore.Stored;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Configures the simulators of all nodes. A change takes effect immediately on this node, and within seconds on the others.
 *
 * @param answers the answers of this node
 */
public record Simulator(Database database, SimulatorAnswers answers, Clock clock) {
    private static final Duration READ_PERIOD = Duration.ofSeconds(2);

    /** Answers in the audit log. */
    private record Logged(
            SimulatorAnswers.Payout payout,
            SimulatorAnswers.Slip slip,
            SimulatorAnswers.Holder holder,
            SimulatorAnswers.TopUp topUp,
            long latencyMs) {
        static Logged of(Answers answers) {
            return new Logged(
                    answers.payout(),
                    answers.slip(),
                    answers.holder(),
                    answers.topUp(),
                    answers.latency().toMillis());
        }
    }

    /** The answers that operators have set. */
    public Answers read() {
        return database.run(SimulatorStore::read).answers();
    }

    /** Changes the answers to later requests. */
    public Answers change(UnaryOperator<Answers> change, Actor by) {
        var stored = database.transaction(session -> {
            var old = SimulatorStore.lock(session);
            var wanted = change.apply(old.answers());
            if (wanted.equals(old.answers())) {
                return old;
            }
            var changed = new Stored(wanted, old.version() + 1);
            SimulatorStore.update(session, changed);
            var act = Act.change(
                    null, null, "update", "simulator", null, Logged.of(old.answers()), Logged.of(changed.answers()));
            AuditEntry.insertLater(session, by, act, clock.instant());
            return changed;
        });
        answers.take(stored.version(), stored.answers());
        return stored.answers();
    }

    /** Applies changes that were made on other nodes. */
    Work work() {
        return new Work.Repeated("simulator", READ_PERIOD, () -> {
            var stored = database.run(SimulatorStore::read);
            answers.take(stored.version(), stored.answers());
            return false;
        });
    }
}
