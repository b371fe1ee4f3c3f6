package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The console offers exactly the decisions that the rules accept, in every state that random events lead to.
 *
 * @param <A> a payout or a settlement
 * @param <C> commands on it
 * @param <D> its possible decisions
 */
public abstract class PossibleDecisionsWalk<A extends Disbursement<A>, C extends Command<?>, D extends Enum<D>> {
    private static final int WALKS = 400;
    private static final int STEPS = 25;

    protected static final Actor STAFF = Actor.staff("somchai", "request");

    private final Class<D> type;
    private final EnumSet<D> offered;

    protected PossibleDecisionsWalk(Class<D> type) {
        this.type = type;
        this.offered = EnumSet.noneOf(type);
    }

    /** The object at the begin of a walk. */
    protected abstract A created(Random random);

    /** The decisions that the console offers. */
    protected abstract List<D> offered(A object);

    /** The commands that this decision may become. */
    protected abstract Stream<C> commands(A object, D decision);

    /** The report of a rail about an attempt. */
    protected abstract C report(A object, UUID attemptId, PayoutOutcome outcome);

    /** Commands of the merchant and of background work. */
    protected Stream<C> otherCommands(A object) {
        return Stream.empty();
    }

    /** @throws Problem.Conflict when the rules refuse the command */
    protected abstract A decide(A object, C command, Instant now);

    /** After its attempts are written. */
    protected A sent(A planned, Instant now) {
        return planned;
    }

    /** The object as it is read again after the transaction. */
    protected abstract A reread(A object);

    /** After an event that only objects of this type have. */
    protected A otherEvent(A object, Instant now) {
        return object;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsOfferedIsAccepted(long seed) {
        var random = new Random(seed);
        for (int walk = 0; walk < WALKS; walk++) {
            var now = Instant.EPOCH;
            var object = created(random);
            var way = new StringBuilder();
            for (int step = 0; step < STEPS; step++) {
                now = now.plus(Duration.ofHours(1));
                requireAgreement(object, now, way);
                object = after(object, random, now, way);
            }
        }
        assertThat(offered).containsExactly(type.getEnumConstants());
    }

    private void requireAgreement(A object, Instant now, StringBuilder way) {
        var possible = offered(object);
        offered.addAll(possible);
        assertThat(Stream.of(type.getEnumConstants())
                        .filter(one -> commands(object, one).anyMatch(command -> accepts(object, command, now))))
                .as("%s%s", object.status(), way)
                .containsExactlyElementsOf(possible);
    }

    private boolean accepts(A object, C command, Instant now) {
        try {
            decide(object, command, now);
            return true;
        } catch (Problem.Conflict refused) {
            return false;
        }
    }

    /** The object after a random event; the same if the event is refused. */
    private A after(A before, Random random, Instant now, StringBuilder way) {
        var event = random.nextInt(4);
        try {
            var after = switch (event) {
                case 0 -> dispatched(before, random, now);
                case 1 -> reported(before, random, now);
                case 2 -> otherEvent(before, now);
                default -> decided(before, random, now);
            };
            if (!after.equals(before)) {
                way.append(", %s to %s"
                        .formatted(
                                List.of("dispatch", "report", "event", "command")
                                        .get(event),
                                after.status()));
            }
            return reread(after);
        } catch (Problem.Conflict refused) {
            return before;
        }
    }

    private A dispatched(A before, Random random, Instant now) {
        var rail = random.nextBoolean() ? "test" : ManualRail.NAME;
        return before.sendable()
                ? sent(DispatchPlan.of(before, Routing.to(rail), List.of(), now).after(), now)
                : before;
    }

    /** A rail reports an outcome of one of the attempts. */
    private A reported(A before, Random random, Instant now) {
        var attempts = before.attempts();
        if (attempts.isEmpty()) {
            return before;
        }
        var attempt = attempts.get(random.nextInt(attempts.size()));
        var outcome = switch (random.nextInt(6)) {
            case 0 -> delivered(attempt.amount());
            case 1 -> delivered(1 + random.nextLong(attempt.amount()));
            case 2 -> failed();
            case 3 -> new PayoutOutcome.NeverSent();
            case 4 -> new PayoutOutcome.HandedToStaff();
            default -> new PayoutOutcome.Unknown("silence");
        };
        return decide(before, report(before, attempt.id(), outcome), now);
    }

    /** A decision of staff, or a command of others. */
    private A decided(A before, Random random, Instant now) {
        var commands = Stream.concat(
                        Stream.of(type.getEnumConstants()).flatMap(one -> commands(before, one)), otherCommands(before))
                .toList();
        return decide(before, commands.get(random.nextInt(commands.size())), now);
    }

    /** The delivery of an amount by a transfer that nothing else names. */
    protected static PayoutOutcome.Delivered delivered(long amount) {
        return new PayoutOutcome.Delivered(amount, Ids.next().toString(), PayoutOutcome.Sender.UNKNOWN);
    }

    protected static PayoutOutcome.Failed failed() {
        return StaffReport.failed(PayoutOutcome.FailureCode.NO_ACCOUNT);
    }
}
