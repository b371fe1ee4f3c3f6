package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A surface without credentials, which users access with a secret URL: JSON operations in the {@link Envelope}, and
 * pages, whose failures are pages too. {@link TokenLimits} limits the request rate.
 */
public final class PublicApi {
    private final SourceAddress sources;
    private final TokenLimits limits;
    private final Uploads uploads;
    private final List<RouteMeter> meters = new CopyOnWriteArrayList<>();
    private final StreamShares shares;
    private final EventStreams streams = new EventStreams(EventStreams.HEARTBEAT);

    /**
     * @param folder for uploads in progress
     * @param streamsMax open streams of server-sent events
     */
    public PublicApi(SourceAddress sources, TokenLimits limits, UploadFolder folder, int streamsMax) {
        this(sources, limits, new Uploads(folder), streamsMax);
    }

    PublicApi(SourceAddress sources, TokenLimits limits, Uploads uploads, int streamsMax) {
        this.sources = sources;
        this.limits = limits;
        this.uploads = uploads;
        this.shares = new StreamShares(streamsMax);
    }

    /** The meters of its requests. */
    public List<RouteMeter> meters() {
        return meters;
    }

    /** Ends all event streams, including those that are opened later. */
    public void endStreams() {
        streams.close();
    }

    /** Mounts JSON operations and streams of events: all of {@code tree}, for every method. */
    public void mount(
            HttpRouting.Builder routes,
            String tree,
            List<PublicEndpoint<Content>> endpoints,
            List<PublicEvents> events) {
        var data = data(endpoints, events);
        routes.any(tree, data).any(tree + "/*", data);
    }

    /** Mounts pages, also at the root path. */
    public void mount(HttpRouting.Builder routes, PublicPages site) {
        var pages = pages(site);
        routes.any("/", pages).any(site.root(), pages).any(site.root() + "/*", pages);
    }

    private Handler data(List<PublicEndpoint<Content>> endpoints, List<PublicEvents> events) {
        var operations = withHead(endpoints);
        var streaming = new Routes<PublicEvents>(events);
        meters.addAll(streaming.meters());
        return (request, response) -> {
            var start = System.nanoTime();
            var requestId = RequestId.of(request.headers());
            var stream = streaming.find(request);
            if (stream != null) {
                stream(stream, request, response, requestId);
                return;
            }
            var found = operations.find(request);
            try {
                Responses.answerPacked(request, response, requestId, () -> {
                    var source = sources.of(request);
                    var match = admit(operations, found, request, source);
                    var query = Query.parse(request.prologue().query().rawValue());
                    return match.route().handler().apply(call(request, requestId, source, match.parameters(), query));
                });
            } finally {
                operations.record(found, response, start);
            }
        };
    }

    /** Counts a stream without its duration, which has no meaning. */
    private void stream(
            Routes.Match<PublicEvents> match, ServerRequest request, ServerResponse response, String requestId) {
        var source = sources.of(request);
        var token = match.parameters().getOrDefault(TokenLimits.PARAMETER, "");
        try (var place = place(token, source)) {
            var call = call(request, requestId, source, match.parameters(), lenient(request));
            var opened = match.route().opener().apply(call);
            if (opened.isEmpty()) {
                response.status(Status.NO_CONTENT_204);
                Responses.standardHeaders(requestId, (name, value) -> response.header(name, value));
                response.send();
                match.meter().counted(Status.NO_CONTENT_204.code());
                return;
            }
            match.meter().counted(Status.OK_200.code());
            place.hold(opened.get());
            streams.send(response, requestId, opened.get());
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RuntimeException failure) {
            Responses.fail(request, response, requestId, failure);
            match.meter().counted(response.status().code());
        }
    }

    private StreamShares.Place place(String token, InetAddress source) {
        limits.take(token, false, source);
        return shares.take(SourceAddress.network(source), token);
    }

    private Handler pages(PublicPages site) {
        var routes = withHead(site.pages());
        return (request, response) -> {
            var file = site.assets().at(request.path().path());
            if (file.isPresent()) {
                file.get().answer(request, response);
                return;
            }
            var start = System.nanoTime();
            var requestId = RequestId.of(request.headers());
            var found = routes.find(request);
            var source = sources.of(request);
            try {
                var match = admit(routes, found, request, source);
                var call = call(request, requestId, source, match.parameters(), lenient(request));
                send(request, response, match.route().handler().apply(call), requestId, site);
            } catch (CloseConnectionException gone) {
                throw gone;
            } catch (RuntimeException failure) {
                var answer = Responses.failure(request, failure, requestId);
                answer.headers().forEach((name, value) -> response.header(name, value));
                var call = call(request, requestId, source, Map.of(), lenient(request));
                send(request, response, site.refusal().apply(call, answer), requestId, site);
            } finally {
                routes.record(found, response, start);
            }
        };
    }

    /** Adds HEAD to every GET endpoint. */
    private <A> Routes<PublicEndpoint<A>> withHead(List<PublicEndpoint<A>> endpoints) {
        var routes = new Routes<PublicEndpoint<A>>(endpoints.stream()
                .flatMap(endpoint -> endpoint.method().equals("GET")
                        ? Stream.of(
                                endpoint,
                                new PublicEndpoint<>("HEAD", endpoint.path(), endpoint.file(), endpoint.handler()))
                        : Stream.of(endpoint))
                .toList());
        meters.addAll(routes.meters());
        return routes;
    }

    /** Counts the request against the limits; throws why it has no route. */
    private <A> Routes.Match<PublicEndpoint<A>> admit(
            Routes<PublicEndpoint<A>> routes,
            Routes.@Nullable Match<PublicEndpoint<A>> found,
            ServerRequest request,
            InetAddress source) {
        if (found == null) {
            limits.takeUnknown(source);
            return routes.match(request);
        }
        var token = found.parameters().getOrDefault(TokenLimits.PARAMETER, "");
        limits.take(token, found.route().file(), source);
        return found;
    }

    /** Ignores an invalid query, because third parties may append parameters to a page's URL. */
    private static Query lenient(ServerRequest request) {
        try {
            return Query.parse(request.prologue().query().rawValue());
        } catch (Problem.Invalid unreadable) {
            return Query.parse("");
        }
    }

    private PublicCall call(
            ServerRequest request, String requestId, InetAddress source, Map<String, String> path, Query query) {
        return new PublicCall(
                requestId,
                source,
                path,
                query,
                Objects.requireNonNullElse(Gate.single(request.headers(), HeaderNames.ACCEPT_LANGUAGE), ""),
                request,
                uploads);
    }

    /** Also prevents caching and indexing, because the URL is the only credential. */
    private static void send(
            ServerRequest request, ServerResponse response, HtmlAnswer page, String requestId, PublicPages site) {
        response.status(Status.create(page.status()));
        Responses.pageHeaders(response, requestId, "text/html; charset=utf-8", site.contentSecurityPolicy());
        response.header("Cache-Control", "no-store");
        response.header("X-Robots-Tag", "noindex, nofollow");
        response.header("Vary", "Accept-Language");
        page.headers().forEach((name, value) -> response.header(name, value));
        response.header("Content-Language", page.language());
        Responses.send(request, response, Compression.packed(request, response, page.html()));
    }

    /**
     * The pages of a surface without credentials.
     *
     * @param root their path, such as {@code /pay}
     * @param refusal renders a failure; its call has no path parameters
     */
    public record PublicPages(
            String root,
            String contentSecurityPolicy,
            FingerprintedAssets assets,
            List<PublicEndpoint<HtmlAnswer>> pages,
            BiFunction<PublicCall, ErrorAnswer, HtmlAnswer> refusal) {}

    /**
     * A dynamic HTML page.
     *
     * @param language BCP 47
     */
    public record HtmlAnswer(int status, String language, byte[] html, Map<String, String> headers) {
        /** Redirects a browser to {@code location} after a change. */
        public static HtmlAnswer seeOther(String location) {
            return new HtmlAnswer(303, "en", new byte[0], Map.of("Location", location));
        }
    }
}
