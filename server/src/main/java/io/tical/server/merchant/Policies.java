package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.server.http.Call;
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
                id -> database.run(session -> OrganizationStore.find(session, id)
                        .map(organization -> new Policy(
                                organization,
                                OrganizationStore.limits(session, id),
                                OrganizationStore.fees(session, id)))));
    }

    /**
     * The rules that the organization is under.
     *
     * @throws io.tical.server.http.Problem.NotFound {@code ORGANIZATION_NOT_FOUND}
     * @throws io.tical.db.DatabaseUnavailable when it cannot be told whether they still hold
     */
    public Policy of(UUID organizationId) {
        return policies.get(organizationId).orElseThrow(() -> Call.notFound("organization"));
    }
}
