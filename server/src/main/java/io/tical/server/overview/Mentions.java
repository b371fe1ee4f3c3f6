package io.tical.server.overview;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.overview.Search.Text;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the refusals of the operators' API are about, read from the searches of all modules. Only operators may see it.
 *
 * @param sources for objects that no search finds
 */
public record Mentions(Database database, List<Search> searches, List<Source> sources) {
    /** Reads objects of one type that no search finds. */
    @FunctionalInterface
    public interface Source {
        /** The object; empty if it is of another type, or there is none. */
        Optional<Mention> find(Session session, Problem.About about);
    }

    /**
     * An object that a refusal is about, as JSON.
     *
     * @param role as in {@link Problem.About}, and so {@code transferReference}
     * @param organizationId null for an object of no organization, and so {@code organizationName}
     * @param reference the merchant's reference, or the bank and number of an account; null for objects without one
     * @param amount minor units; null for objects without money
     */
    public record Mention(
            String role,
            String type,
            UUID id,
            @Nullable UUID organizationId,
            @Nullable String organizationName,
            @Nullable Boolean livemode,
            @Nullable String reference,
            @Nullable String transferReference,
            @Nullable Long amount,
            @Nullable String currency,
            Instant createdAt) {
        /** An object of no organization and no environment. */
        public static Mention ofService(Problem.About about, String reference, String currency, Instant createdAt) {
            return new Mention(
                    about.role(),
                    about.type(),
                    about.id(),
                    null,
                    null,
                    null,
                    reference,
                    about.transfer(),
                    null,
                    currency,
                    createdAt);
        }
    }

    /** The object; empty if nothing finds it any more. */
    public Optional<Mention> find(Problem.About about) {
        return database.run(session -> sources.stream()
                .flatMap(source -> source.find(session, about).stream())
                .findFirst()
                .or(() -> search(session, about)));
    }

    private Optional<Mention> search(Session session, Problem.About about) {
        var text = Text.of(about.id().toString(), null);
        return searches.stream()
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
                .findFirst();
    }
}
