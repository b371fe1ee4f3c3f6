package io.tical.server.merchant;

import io.tical.db.AlteredRow;
import io.tical.db.Database;
import io.tical.db.Session;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Caches the policy of every organization for as long as the {@link Configuration} allows. */
public final class Policies {
    private static final int ENTRIES_MAX = 20_000;

    private final ConfigurationCache<UUID, Policy> policies;

    public Policies(Database database, Configuration configuration) {
        this.policies = new ConfigurationCache<>(
                configuration,
                ENTRIES_MAX,
                id -> Objects.requireNonNull(
                        database.run(session -> OrganizationStore.policies(session, List.of(id), Policies::refuse))
                                .get(id)));
    }

    /** Throws for an organization of which a row is missing or altered. */
    static void refuse(UUID organizationId, AlteredRow altered) {
        throw altered;
    }

    /**
     * The policies of some organizations, for one unit of work.
     *
     * @param altered the organizations without a policy, because one of their rows is missing or altered
     */
    public record Snapshot(Map<UUID, Policy> policies, Map<UUID, AlteredRow> altered) {
        /** @throws AlteredRow if the organization is missing, or the service did not write it, a limit or a fee of it */
        public Policy of(UUID organizationId) {
            var row = altered.get(organizationId);
            if (row != null) {
                throw row;
            }
            return Objects.requireNonNull(policies.get(organizationId), "one of these organizations");
        }
    }

    /** The policies of these organizations for a unit of work, which reads missing ones on its own connection. */
    public Snapshot of(Session session, Collection<UUID> organizationIds) {
        var altered = new HashMap<UUID, AlteredRow>();
        var known = policies.get(
                session,
                organizationIds,
                (reading, missing) -> OrganizationStore.policies(reading, missing, altered::put));
        return new Snapshot(known, altered);
    }

    /**
     * The policy of an organization.
     *
     * @throws io.tical.db.DatabaseUnavailable if the policy cannot be confirmed
     * @throws AlteredRow if the organization is missing, or the service did not write it, a limit or a fee of it
     * @throws IllegalStateException in a unit of work, which must pass its session
     */
    public Policy of(UUID organizationId) {
        return policies.get(organizationId);
    }

    /** The name of an organization; fails as {@link #of(UUID)} does. */
    public String name(UUID organizationId) {
        return of(organizationId).name();
    }
}
