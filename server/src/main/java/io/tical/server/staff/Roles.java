package io.tical.server.staff;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;

/** What administrators require of the operators of each role. */
public record Roles(Database database, Clock clock) {
    private static final String RESOURCE = "operator_role";

    /** All roles, in the order of {@link Operator.Role}. */
    public List<RolePolicy> list() {
        return database.run(session -> Arrays.stream(Operator.Role.values())
                .map(role -> find(session, role, false))
                .toList());
    }

    /** Whether the operators of a role must have a second factor. */
    boolean requireSecondFactor(Session session, Operator.Role role) {
        return find(session, role, false).secondFactorRequired();
    }

    /**
     * Sets whether the operators of a role must have a second factor. It applies to open sessions at once.
     *
     * @param version the version that the administrator saw
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    public RolePolicy change(Operator.Role role, boolean secondFactorRequired, long version, Actor by) {
        return database.transaction(session -> {
            var before = find(session, role, true);
            if (before.version() != version) {
                throw Problem.Conflict.changed("role");
            }
            if (before.secondFactorRequired() == secondFactorRequired) {
                return before;
            }
            var now = clock.instant();
            var after = new RolePolicy(role, secondFactorRequired, version + 1, now);
            if (version == 0) {
                if (!RoleStore.insert(session, after)) {
                    throw Problem.Conflict.changed("role");
                }
            } else {
                RoleStore.update(session, after);
            }
            AuditEntry.insertLater(session, by, new Act(null, "change", RESOURCE, null, before, after), now);
            return after;
        });
    }

    private static RolePolicy find(Session session, Operator.Role role, boolean lock) {
        return RoleStore.find(session, role, lock).orElseGet(() -> RolePolicy.unchanged(role));
    }
}
