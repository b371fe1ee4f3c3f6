package io.tical.server.ledger;

import io.tical.server.http.Answer;
import java.util.Optional;

/** What became of a command. */
sealed interface LaneOutcome<R> {
    record Done<R>(R result, Optional<Answer> recorded) implements LaneOutcome<R> {}

    record Replayed<R>(Answer answer) implements LaneOutcome<R> {}

    record Failed<R>(RuntimeException cause) implements LaneOutcome<R> {}
}
