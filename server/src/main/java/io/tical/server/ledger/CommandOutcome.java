package io.tical.server.ledger;

import io.tical.server.http.Answer;
import java.util.Optional;

/** The outcome of a command. */
sealed interface CommandOutcome<R> {
    record Done<R>(R result, Optional<Answer> recorded) implements CommandOutcome<R> {}

    record Replayed<R>(Answer answer) implements CommandOutcome<R> {}

    record Failed<R>(RuntimeException cause) implements CommandOutcome<R> {}
}
