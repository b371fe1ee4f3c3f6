package io.tical.server.decision;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.db.AlteredRow;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Action;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The decisions that an object takes now, and what they require. Its rules say so: they decide the actions that a decision may become, and
 * nothing is written.
 *
 * @param <D> the decisions on objects of its type
 * @param terms those of a decision by its name; those of a decision on one part of the object by the name, a colon and the part
 */
public record Possible<D>(List<D> decisions, Map<String, DecisionTerms> terms) {
    private static final By OPERATOR = By.of(Actor.staff("operator", "trial"));

    /**
     * An action that a decision may become.
     *
     * @param part the part of the object that it is about; null for the whole object
     * @param terms what the decision requires; null if it says nothing about money
     */
    public record Trial<C extends Action>(
            C action, @Nullable Object part, @Nullable DecisionTerms terms) {
        public static <C extends Action> Stream<Trial<C>> of(C action) {
            return Stream.of(new Trial<>(action, null, null));
        }

        public static <C extends Action> Stream<Trial<C>> of(C action, DecisionTerms terms) {
            return Stream.of(new Trial<>(action, null, terms));
        }

        private String key(Word decision) {
            return part == null ? decision.word() : decision.word() + ":" + part;
        }
    }

    /** Decides a command on the object without effects. */
    @FunctionalInterface
    public interface Rules<C extends Action> {
        /** @throws Problem if it is refused */
        Object decide(Command<C> command, Instant now);

        private boolean accept(Command<C> command) {
            try {
                // What people decide does not depend on the time.
                decide(command, Instant.EPOCH);
                return true;
            } catch (Problem | AlteredRow refused) {
                return false;
            }
        }
    }

    /**
     * The decisions of a type that the rules of an object accept.
     *
     * @param trials the actions that a decision may become; it is possible if one of them is
     */
    public static <D extends Enum<D> & Word, C extends Action> Possible<D> of(
            TransactionKey object, Class<D> type, Function<D, Stream<Trial<C>>> trials, Rules<C> rules) {
        var decisions = new ArrayList<D>();
        var terms = new LinkedHashMap<String, DecisionTerms>();
        for (var decision : type.getEnumConstants()) {
            var accepted = trials.apply(decision)
                    .filter(trial -> rules.accept(new Command<>(object, trial.action(), OPERATOR)))
                    .toList();
            if (!accepted.isEmpty()) {
                decisions.add(decision);
            }
            accepted.stream()
                    .filter(trial -> trial.terms() != null)
                    .forEach(trial -> terms.put(trial.key(decision), trial.terms()));
        }
        return new Possible<>(decisions, terms);
    }
}
