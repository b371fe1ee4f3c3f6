package io.tical.server.overview;

import io.tical.db.Database;
import io.tical.server.overview.Search.Text;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the refusals of the operators' API are about, read from the searches of all modules. Only operators may see it. */
public record Mentions(Database database, List<Search> searches) {
    /**
     * An object that a refusal is about, as JSON.
     *
     * @param role as in {@link Problem.About}, and so {@code transferReference}
     * @param reference the merchant's reference; null for objects without one
     * @param amount minor units; null for objects without money
     */
    public record Mention(
            String role,
            String type,
            UUID id,
            UUID organizationId,
            String organizationName,
            @Nullable Boolean livemode,
            @Nullable String reference,
            @Nullable String transferReference,
            @Nullable Long amount,
            @Nullable String currency,
            Instant createdAt) {}

    /** The object; empty if no search finds it any more. */
    public Optional<Mention> find(Problem.About about) {
        var text = Text.of(about.id().toString(), null);
        return database.run(session -> searches.stream()
                .flatMap(search -> search.find(session, text).stream())
                .filter(hit -> hit.type().equals(about.type()) && hit.id().equals(about.id()))
                .map(hit -> new Mention(
                        about.role(),
                        hit.type(),
                        hit.id(),
                        hit.organizationId(),
                        hit.organizationName(),
                        hit.livemode(),
                        hit.reference(),
                        about.transfer(),
                        hit.amount(),
                        hit.currency(),
                        hit.createdAt()))
                .findFirst());
    }
}
