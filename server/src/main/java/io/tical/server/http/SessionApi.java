package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.input.Query;
import io.tical.server.load.TokenBuckets;
import io.tical.server.problem.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A surface with sessions. It checks in a fixed order: path and method, session, rate, cross-site requests, CSRF token,
 * permission, and for some operations a fresh proof of who the user is. The body is read afterwards.
 *
 * @param <P> the signed-in user
 */
public final class SessionApi<P> implements Handler {
    /** Requests per second of one session, with bursts of twice as many; more than any page needs. */
    private static final int REQUESTS_PER_SECOND = 25;

    private static final HeaderName LAST_EVENT = HeaderNames.create("Last-Event-ID");

    private final SessionToken tokens;
    private final Sessions<P> sessions;
    private final SourceAddress sources;
    private final TokenBuckets<String> signIns;
    private final TokenBuckets<P> requests = TokenBuckets.perSecond(REQUESTS_PER_SECOND);
    private final Routes<SessionEndpoint<P>> routes;
    private final SessionStreams streams;
    private final Function<Problem.About, Optional<?>> mentions;
    private final @Nullable Uploads uploads;

    /** Finds sessions. */
    @FunctionalInterface
    public interface Sessions<P> {
        /** Finds the user of a session token; empty if there is no active session. */
        Optional<P> find(String token);

        /** Finds the user of a session token without keeping the session active. */
        default Optional<P> glance(String token) {
            return find(token);
        }

        /** The tokens, among these, that have an active session. Does not keep the sessions active. */
        default Set<String> active(Collection<String> tokens) {
            return tokens.stream().filter(token -> find(token).isPresent()).collect(Collectors.toSet());
        }

        /** The exception for a user who may not call an operation. */
        default Problem refusal(P person) {
            return Problem.Forbidden.ofRole();
        }

        /**
         * Requires that a user has proved again, a short time ago, who they are.
         *
         * @throws Problem.Forbidden {@code STEP_UP_REQUIRED}
         */
        default void requireProof(P person) {
            throw new IllegalStateException("this surface asks for no proof");
        }
    }

    /**
     * A surface whose users may not see what a refusal is about, because it may belong to another organization.
     *
     * @param signIns limits requests without a session per {@linkplain SourceAddress#network network}
     */
    public SessionApi(
            SessionToken tokens,
            Sessions<P> sessions,
            SourceAddress sources,
            TokenBuckets<String> signIns,
            List<SessionEndpoint<P>> endpoints) {
        this(tokens, sessions, sources, signIns, endpoints, about -> Optional.empty(), null);
    }

    /**
     * @param mentions finds what a refusal is about, for its answer
     * @param folder for uploads in progress; null if no operation takes a file
     */
    public SessionApi(
            SessionToken tokens,
            Sessions<P> sessions,
            SourceAddress sources,
            TokenBuckets<String> signIns,
            List<SessionEndpoint<P>> endpoints,
            Function<Problem.About, Optional<?>> mentions,
            @Nullable UploadFolder folder) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.sources = sources;
        this.signIns = signIns;
        this.routes = new Routes<>(endpoints);
        this.streams = new SessionStreams(sessions::active);
        this.mentions = mentions;
        this.uploads = folder == null ? null : new Uploads(folder);
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        var start = System.nanoTime();
        var requestId = RequestId.of(request.headers());
        var found = routes.find(request);
        if (found != null && found.route() instanceof SessionEndpoint.Stream<P> stream) {
            stream(stream, request, response, found);
            return;
        }
        try {
            Responses.answer(request, response, requestId, () -> {
                var match = found != null ? found : routes.match(request);
                return switch (match.route()) {
                    case SessionEndpoint.Open<P> open -> open(open, request, match.parameters(), requestId);
                    case SessionEndpoint.Guarded<P> guarded -> guarded(guarded, request, match.parameters(), requestId);
                    case SessionEndpoint.Upload<P> upload -> upload(upload, request, match.parameters(), requestId);
                    case SessionEndpoint.Stream<P> stream -> throw new IllegalStateException(stream.path());
                };
            });
        } finally {
            routes.record(found, response, start);
        }
    }

    /** Counts a stream without its duration, which has no meaning. */
    private void stream(
            SessionEndpoint.Stream<P> endpoint,
            ServerRequest request,
            ServerResponse response,
            Routes.Match<SessionEndpoint<P>> match) {
        var requestId = RequestId.of(request.headers());
        SessionCall<P> call;
        EventStream events;
        try {
            call = admit(endpoint, endpoint.allowed(), false, sessions::find, request, match.parameters(), requestId);
            events = endpoint.opener().apply(call, Gate.single(request.headers(), LAST_EVENT));
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RuntimeException failure) {
            Responses.fail(request, response, requestId, failure);
            match.meter().counted(response.status().code());
            return;
        }
        match.meter().counted(Status.OK_200.code());
        streams.send(response, requestId, events, call.token());
    }

    /** Ends all event streams, including those that are opened later. */
    public void endStreams() {
        streams.close();
    }

    /** The meters of its requests. */
    public List<RouteMeter> meters() {
        return routes.meters();
    }

    private Answer open(
            SessionEndpoint.Open<P> endpoint, ServerRequest request, Map<String, String> path, String requestId) {
        tokens.refuseCrossSite(request, sources);
        signIns.require(SourceAddress.network(sources.of(request)));
        if (changes(endpoint)) {
            RequestBody.requireJson(request.headers());
        }
        return endpoint.handler().apply(visit(request, path, requestId, tokens.of(request.headers()), endpoint));
    }

    private Content guarded(
            SessionEndpoint.Guarded<P> endpoint, ServerRequest request, Map<String, String> path, String requestId) {
        var call = admit(
                endpoint,
                endpoint.allowed(),
                endpoint.proof(),
                endpoint.activity() ? sessions::find : sessions::glance,
                request,
                path,
                requestId);
        try {
            return endpoint.handler().apply(call);
        } catch (Problem refusal) {
            throw mentioning(refusal);
        }
    }

    private Content upload(
            SessionEndpoint.Upload<P> endpoint, ServerRequest request, Map<String, String> path, String requestId) {
        var person = admitted(endpoint, endpoint.allowed(), false, sessions::find, request);
        var call = new SessionCall<>(
                person.user(), person.token(), visit(request, path, requestId, person.token(), endpoint, new byte[0]));
        try {
            return Objects.requireNonNull(uploads, "this surface takes no files")
                    .receive(
                            request,
                            sources.of(request),
                            form -> endpoint.handler()
                                    .apply(call, form.file(SessionEndpoint.Upload.FIELD, endpoint.bytesMax())));
        } catch (Problem refusal) {
            throw mentioning(refusal);
        }
    }

    /** The refusal with what it is about, if the users of this surface may see that. */
    private RuntimeException mentioning(Problem refusal) {
        return refusal.about()
                .flatMap(mentions)
                .<RuntimeException>map(details -> new HttpProblem(refusal, details))
                .orElse(refusal);
    }

    private SessionCall<P> admit(
            Route endpoint,
            Predicate<P> allowed,
            boolean proof,
            Function<String, Optional<P>> find,
            ServerRequest request,
            Map<String, String> path,
            String requestId) {
        var admitted = admitted(endpoint, allowed, proof, find, request);
        if (changes(endpoint) && request.content().hasEntity()) {
            RequestBody.requireJson(request.headers());
        }
        return new SessionCall<>(
                admitted.user(), admitted.token(), visit(request, path, requestId, admitted.token(), endpoint));
    }

    /** A user whose session, rate and permission allow an operation. */
    private record Admitted<P>(P user, String token) {}

    private Admitted<P> admitted(
            Route endpoint,
            Predicate<P> allowed,
            boolean proof,
            Function<String, Optional<P>> find,
            ServerRequest request) {
        var token = tokens.of(request.headers());
        var person = Optional.ofNullable(token).flatMap(find);
        if (token == null || person.isEmpty()) {
            throw sessionRequired();
        }
        requests.require(person.get());
        if (changes(endpoint)) {
            tokens.refuseCrossSite(request, sources);
            tokens.requireIntent(request.headers(), token);
        }
        if (!allowed.test(person.get())) {
            throw sessions.refusal(person.get());
        }
        if (proof) {
            sessions.requireProof(person.get());
        }
        return new Admitted<>(person.get(), token);
    }

    /** The exception for a request without an active session. */
    public static Problem sessionRequired() {
        return new Problem.Unauthorized("SESSION_REQUIRED", "The session is missing or has ended; sign in");
    }

    private static boolean changes(Route endpoint) {
        return !endpoint.method().equals("GET");
    }

    private Visit visit(
            ServerRequest request, Map<String, String> path, String requestId, @Nullable String token, Route endpoint) {
        return visit(request, path, requestId, token, endpoint, RequestBody.read(request));
    }

    private Visit visit(
            ServerRequest request,
            Map<String, String> path,
            String requestId,
            @Nullable String token,
            Route endpoint,
            byte[] body) {
        return new Visit(
                requestId,
                sources.of(request),
                sources.overTls(request),
                tokens.device(request.headers()),
                token,
                Gate.sentIdempotencyKey(request.headers()),
                Gate.single(request.headers(), HeaderNames.USER_AGENT),
                sources.origin(request).orElse(null),
                Request.target(request),
                path,
                Query.parse(request.prologue().query().rawValue(), endpoint.parameters()),
                body);
    }
}
