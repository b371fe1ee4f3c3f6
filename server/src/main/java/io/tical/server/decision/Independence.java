package io.tical.server.decision;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Operators;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether two operators are two people. Whoever creates an operator, or resets a password or a second factor, can sign in as that operator,
 * so for a day both count as one person, and so do all operators who are connected in this way. What is done on the machine of the service
 * connects nobody: whoever works there needs no operator.
 */
public final class Independence {
    static final Duration PERIOD = Duration.ofHours(24);

    private static final Set<String> ACTIONS = Set.of("create", "reset_password", "reset_second_factor");
    private static final String OF_APPROVAL = "approval-";

    private Independence() {}

    /**
     * @param asked when the maker asked for the approval; what was done to the maker later does not matter
     * @throws Problem.Forbidden {@code CHECKER_NOT_INDEPENDENT} if both may be one person
     */
    static void require(Session session, String maker, Instant asked, Staff checker, Instant now) {
        var since = now.minus(PERIOD);
        var makers = hands(session, maker, since, asked);
        var checkers = hands(session, checker.username(), since, now);
        var common =
                checkers.keySet().stream().filter(makers::containsKey).sorted().findFirst();
        if (common.isPresent()) {
            throw refused(common.get(), maker, checker.username(), since(makers, checkers, common.get()));
        }
    }

    /** Whether two operators count as one person now. */
    public static boolean isOnePerson(Session session, String one, String other, Instant now) {
        if (one.equals(other)) {
            return true;
        }
        var since = now.minus(PERIOD);
        return !Collections.disjoint(
                hands(session, one, since, now).keySet(),
                hands(session, other, since, now).keySet());
    }

    private static Instant since(Map<String, Instant> makers, Map<String, Instant> checkers, String common) {
        return Collections.min(
                List.of(makers.getOrDefault(common, Instant.MAX), checkers.getOrDefault(common, Instant.MAX)));
    }

    private static Problem.Forbidden refused(String common, String maker, String checker, Instant since) {
        var what = common.equals(maker)
                ? maker + " created your user, or reset your password or second factor,"
                : common.equals(checker)
                        ? "You created " + maker + ", or reset their password or second factor,"
                        : common + " created you and " + maker + ", or reset your passwords or second factors,";
        return new Problem.Forbidden(
                "CHECKER_NOT_INDEPENDENT",
                what + " less than 24 hours ago, or did so through another operator. Until " + since.plus(PERIOD)
                        + " you count as one person: ask another colleague.");
    }

    /**
     * The operators in whose hands an operator was, with the oldest act of the chain that leads to each; the operator's own entry has no act.
     */
    private static Map<String, Instant> hands(Session session, String username, Instant since, Instant until) {
        var found = new HashMap<String, Instant>(Map.of(username, Instant.MAX));
        var waiting = new ArrayDeque<>(Set.of(username));
        while (!waiting.isEmpty()) {
            var one = waiting.remove();
            var entries = Operators.idOf(session, one)
                    .map(id -> AuditLog.ofObject(session, id, ACTIONS, since, until))
                    .orElse(List.of());
            for (var entry : entries) {
                var author = author(session, entry.actor());
                var oldest = Collections.min(List.of(entry.at(), found.getOrDefault(one, Instant.MAX)));
                if (author.isPresent() && !found.containsKey(author.get())) {
                    found.put(author.get(), oldest);
                    waiting.add(author.get());
                }
            }
        }
        return found;
    }

    /** Who did something: of what a second person approved, the one who asked for it, who knows the password. */
    private static Optional<String> author(Session session, Actor actor) {
        var id = actor.id();
        if (id == null || id.equals(Actor.COMMAND_LINE.id())) {
            return Optional.empty();
        }
        var requestId = actor.requestId();
        var asked = requestId != null && requestId.startsWith(OF_APPROVAL)
                ? Ids.parse(requestId.substring(OF_APPROVAL.length()))
                        .flatMap(approval -> ApprovalStore.find(session, approval))
                : Optional.<Approval>empty();
        return Optional.of(asked.map(one -> one.requested().maker()).orElse(id));
    }
}
