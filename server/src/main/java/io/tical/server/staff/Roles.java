package io.tical.server.staff;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;

/** What administrators require of the operators of each role. */
public record Roles(Database database, OnePerson people, Clock clock) {
    public static final String RESOURCE = "operator_role";

    /** All roles, in the order of {@link Operator.Role}. */
    public List<RolePolicy> list() {
        return database.run(session -> Arrays.stream(Operator.Role.values())
                .map(role -> find(session, role, false))
                .toList());
    }

    public RolePolicy get(Operator.Role role) {
        return database.run(session -> find(session, role, false));
    }

    /** Whether an operator must have a second factor: the role requires it, or did until this person asked that it does not any more, or approved that. */
    boolean requireSecondFactor(Session session, String username, Operator.Role role) {
        return find(session, role, false)
                .requiresSecondFactor(asker -> people.test(session, asker, username, clock.instant()));
    }

    /**
     * Sets whether the operators of a role must have a second factor. It applies to open sessions at once.
     *
     * @param by with the version that the administrator saw
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    public RolePolicy change(Operator.Role role, boolean secondFactorRequired, StaffDecision by) {
        return database.transaction(session -> {
            var before = find(session, role, true);
            var version = before.version();
            if (by.version() == null || by.version() != version) {
                throw Problem.Conflict.changed("role");
            }
            if (before.secondFactorRequired() == secondFactorRequired) {
                return before;
            }
            var now = clock.instant();
            var after = new RolePolicy(
                    role, secondFactorRequired, secondFactorRequired ? List.of() : by.people(), version + 1, now);
            if (version == 0) {
                if (!RoleStore.insert(session, after)) {
                    throw Problem.Conflict.changed("role");
                }
            } else {
                RoleStore.update(session, after);
            }
            var act = new Act(null, "update", RESOURCE, null, before, after);
            AuditEntry.insertLater(session, by.actor(), act.ofControl(role.word(), by), now);
            return after;
        });
    }

    private static RolePolicy find(Session session, Operator.Role role, boolean lock) {
        return RoleStore.find(session, role, lock).orElseGet(() -> RolePolicy.unchanged(role));
    }
}
