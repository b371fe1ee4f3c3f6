package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The rules of every organization, in memory and never older than the {@link Configuration} allows. */
public final class Policies {
    private static final int ENTRIES_MAX = 20_000;

    private final ConfigurationCache<UUID, Optional<Policy>> policies;

    public Policies(Database database, Configuration configuration) {
        this.policies = new ConfigurationCache<>(
                configuration,
                ENTRIES_MAX,
                id -> Objects.requireNonNull(database.run(session -> OrganizationStore.policies(session, List.of(id)))
                        .get(id)));
    }

    /** The rules of some organizations, for one unit of work. */
    public static final class Known {
        private final Map<UUID, Optional<Policy>> policies;

        private Known(Map<UUID, Optional<Policy>> policies) {
            this.policies = policies;
        }

        /** @throws io.tical.server.problem.Problem.NotFound {@code ORGANIZATION_NOT_FOUND} */
        public Policy of(UUID organizationId) {
            return policies.getOrDefault(organizationId, Optional.empty())
                    .orElseThrow(() -> Problem.NotFound.of("organization"));
        }
    }

    /** The rules of these organizations within a unit of work; what is not in memory is read on its connection. */
    public Known of(Session session, Collection<UUID> organizationIds) {
        return new Known(policies.get(session, organizationIds, OrganizationStore::policies));
    }

    /**
     * The rules that the organization is under.
     *
     * @throws io.tical.server.problem.Problem.NotFound {@code ORGANIZATION_NOT_FOUND}
     * @throws io.tical.db.DatabaseUnavailable when it cannot be told whether they still hold
     * @throws IllegalStateException within a unit of work, which asks with its session
     */
    public Policy of(UUID organizationId) {
        return policies.get(organizationId).orElseThrow(() -> Problem.NotFound.of("organization"));
    }
}
