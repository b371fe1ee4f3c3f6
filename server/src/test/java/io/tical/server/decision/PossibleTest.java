package io.tical.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.db.AlteredRow;
import io.tical.server.decision.Possible.Trial;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Action;
import io.tical.server.transaction.Actor;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The decisions that the rules of an object accept. */
class PossibleTest {
    private static final TransactionKey OBJECT = new TransactionKey(UUID.randomUUID(), true, UUID.randomUUID());
    private static final DecisionTerms TERMS = Transferred.exactly("THB", 100, List.of(Transferred.REFERENCE));

    private enum Kind implements Word {
        CLOSE,
        REPORT,
        REFUND
    }

    private record Do(Kind kind, int part) implements Action {}

    private static Stream<Trial<Do>> trials(Kind kind) {
        return switch (kind) {
            case CLOSE -> Trial.of(new Do(kind, 0));
            case REPORT -> Stream.of(1, 2, 3).map(part -> new Trial<>(new Do(kind, part), part, TERMS));
            case REFUND -> Trial.of(new Do(kind, 0), TERMS);
        };
    }

    private static Possible<Kind> possible(Possible.Rules<Do> rules) {
        return Possible.of(OBJECT, Kind.class, PossibleTest::trials, rules);
    }

    @Test
    void isWhatTheRulesAcceptOfAnOperator() {
        var all = possible((command, _) -> {
            assertThat(command.key()).isEqualTo(OBJECT);
            // The service itself may repeat what a person may not.
            assertThat(command.by().actor().kind()).isEqualTo(Actor.Kind.STAFF);
            return command;
        });
        assertThat(all.decisions()).containsExactly(Kind.values());
        assertThat(all.terms()).containsOnlyKeys("report:1", "report:2", "report:3", "refund");
    }

    @Test
    void aDecisionIsPossibleIfOneOfItsActionsIs() {
        var some = possible((command, _) -> {
            if (command.action().part() != 2) {
                throw new Problem.Conflict("NO", "not now");
            }
            return command;
        });
        assertThat(some).isEqualTo(new Possible<>(List.of(Kind.REPORT), Map.of("report:2", TERMS)));
    }

    /** Its decisions are refused, and it can still be read. */
    @Test
    void nothingIsPossibleOnAnAlteredObject() {
        assertThat(possible((_, _) -> {
                    throw new AlteredRow("altered");
                }))
                .isEqualTo(new Possible<>(List.of(), Map.of()));
    }
}
