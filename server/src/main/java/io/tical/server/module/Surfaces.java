package io.tical.server.module;

import io.tical.server.access.Credential;
import io.tical.server.http.Api;
import io.tical.server.http.Gate;
import io.tical.server.http.HttpServer;
import io.tical.server.http.Observation;
import io.tical.server.http.PublicApi;
import io.tical.server.http.RateLimits;
import io.tical.server.http.RouteMeter;
import io.tical.server.http.SessionApi;
import io.tical.server.http.Sockets;
import io.tical.server.http.SourceAddress;
import io.tical.server.http.TokenLimits;
import io.tical.server.http.UploadFolder;
import io.tical.server.http.wire.Limits;
import io.tical.server.load.TokenBuckets;
import io.tical.server.metric.Calls;
import io.tical.server.metric.JvmMetrics;
import io.tical.server.overview.Mentions;
import io.tical.server.session.Member;
import io.tical.server.session.Sessions;
import io.tical.server.staff.Staff;
import io.tical.server.work.Backlogs;
import io.tical.server.work.Scheduler;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The endpoints and pages of all modules, as the three sockets serve them.
 *
 * @param keys the API keys
 * @param sessions the dashboard's sessions
 * @param staff the operators' sessions
 * @param payTokens whether a token identifies a page of the pay host
 */
public record Surfaces(
        Modules modules,
        Credential.Source keys,
        Sessions<Member> sessions,
        Sessions<Staff> staff,
        Predicate<String> payTokens,
        Options options) {
    /**
     * The settings of the sockets.
     *
     * @param uploads the folder of uploaded files
     * @param payPerMinute requests per minute for each pay token; 0 is no limit
     * @param signInsPerMinute sign-ins per minute from each address; 0 is no limit
     */
    public record Options(
            List<String> trustedProxies, Path uploads, RateLimits rates, int payPerMinute, int signInsPerMinute) {}

    /**
     * Accepts connections on all sockets.
     *
     * @param scheduler reports stalled work to {@code /observe/health}
     * @param backlogs measures the due work
     */
    public HttpServer serve(Sockets sockets, Platform platform, Scheduler scheduler, Backlogs backlogs) {
        var sources = new SourceAddress(options.trustedProxies());
        var gate = new Gate(keys, sources, options.rates(), platform.clock());
        platform.database().fullDisk().watch(options.uploads());
        var uploads = new UploadFolder(options.uploads(), platform.database().fullDisk());
        var api = new Api(gate, platform.idempotency(), modules.all(Kind.ENDPOINTS), uploads);
        var signIns = TokenBuckets.<String>perMinute(options.signInsPerMinute());
        var dashboard =
                new SessionApi<>(sessions.token(), sessions, sources, signIns, modules.all(Kind.DASHBOARD_ENDPOINTS));
        var mentions = new Mentions(platform.database(), modules.all(Kind.SEARCHES), modules.all(Kind.MENTIONS));
        var admin = new SessionApi<>(
                staff.token(), staff, sources, signIns, modules.all(Kind.ADMIN_ENDPOINTS), mentions::find, uploads);
        var limits = Limits.ofProcess(sources::isProxy, SourceAddress::network);
        var payers = new PublicApi(
                sources, new TokenLimits(options.payPerMinute(), payTokens), uploads, HttpServer.payStreamsMax(limits));
        var server = HttpServer.start(
                sockets,
                routes -> {
                    HttpServer.mount(routes, api);
                    HttpServer.mount(routes, "/api", dashboard);
                    modules.all(Kind.PAGES).forEach(pages -> pages.mount(routes));
                },
                routes -> {
                    payers.mount(routes, "/pay-api", modules.all(Kind.PAY_ENDPOINTS), modules.all(Kind.PAY_EVENTS));
                    modules.all(Kind.PAY_PAGES).forEach(pages -> payers.mount(routes, pages));
                },
                routes -> {
                    HttpServer.mount(routes, "/admin", admin);
                    modules.all(Kind.ADMIN_PAGES).forEach(pages -> pages.mount(routes));
                },
                Stream.concat(
                                Stream.of(
                                        Observation.check("database", platform.database()::trouble),
                                        Observation.clock(platform.database()::clock),
                                        Observation.check(
                                                "disk space",
                                                () -> !platform.database()
                                                        .fullDisk()
                                                        .isFull()),
                                        Observation.check(
                                                "background work",
                                                () -> scheduler.stalled().isEmpty()),
                                        Observation.heap(),
                                        Observation.version()),
                                modules.all(Kind.CHECKS).stream())
                        .toList(),
                Stream.of(
                                RouteMeter.families(() -> Stream.of(
                                                api.meters(), dashboard.meters(), payers.meters(), admin.meters())
                                        .flatMap(List::stream)),
                                platform.metrics(),
                                backlogs.metrics(),
                                modules.all(Kind.METRICS),
                                Calls.families(
                                        "tical_upstream_call",
                                        "Calls of rails, slip verification and holder lookup",
                                        modules.all(Kind.CALLS)),
                                JvmMetrics.families())
                        .flatMap(List::stream)
                        .toList(),
                limits);
        return server.ending(() -> {
            admin.endStreams();
            payers.endStreams();
        });
    }
}
