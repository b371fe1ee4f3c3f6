package io.tical.server.paypage;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.tical.common.Json;
import io.tical.db.Database;
import io.tical.db.FullDisk;
import io.tical.db.TestDatabase;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.http.Observation;
import io.tical.server.http.PublicApi;
import io.tical.server.http.SourceAddress;
import io.tical.server.http.TestLimits;
import io.tical.server.http.TestServer;
import io.tical.server.http.TokenLimits;
import io.tical.server.http.UploadFolder;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Payin;
import io.tical.server.work.Supervisor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pay socket with payments that a test chooses; page, API, headers and limits are the real ones. */
final class PayHost implements AutoCloseable {
    private static final String BOUNDARY = "----tests7MA4YWxkTrZu0gW";
    /** The media type of {@link #form}. */
    static final String FORM = "multipart/form-data; boundary=" + BOUNDARY;

    /** The logo of every payment that has one. */
    static final byte[] LOGO = DrawnSlip.blank(64);

    /** Streams of events, more than the tests of a class leave open. */
    private static final int STREAMS_MAX = 1_000;

    private final Map<String, Payment> payments = new ConcurrentHashMap<>();
    private final Map<String, DepositPayment> deposits = new ConcurrentHashMap<>();
    private final TestSlips slips = new TestSlips();
    private final Database database = TestDatabase.open();
    private final Path home = temporaryFolder();
    private final Disclosures disclosures = new Disclosures(database, TestService.CLOCK);
    private final HttpClient client = HttpClient.newHttpClient();
    private final PaymentEvents events =
            new PaymentEvents(this::states, Duration.ofMillis(100), Supervisor.ofProcess());
    private final TestServer server;

    PayHost() {
        this(0);
    }

    /** @param perMinute requests a minute of one token; 0 is no limit */
    PayHost(int perMinute) {
        this(perMinute, STREAMS_MAX);
    }

    /** @param streamsMax open streams of events */
    PayHost(int perMinute, int streamsMax) {
        var pages = new PayPages(
                token -> Optional.ofNullable(payments.get(token)),
                disclosures,
                payin -> true,
                slips::standing,
                slips::receive,
                events,
                brand -> Optional.of(brand.logoSha256()).map(hash -> LOGO));
        var depositPages = new DepositPages(
                token -> Optional.ofNullable(deposits.get(token)),
                events,
                brand -> Optional.of(brand.logoSha256()).map(hash -> LOGO));
        var open = new PublicApi(
                new SourceAddress(List.of("127.0.0.1")),
                new TokenLimits(perMinute, token -> payments.containsKey(token) || deposits.containsKey(token)),
                new UploadFolder(uploads(), new FullDisk()),
                streamsMax);
        server = TestServer.start(
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                new TestServer.Socket("127.0.0.1", 0, routes -> {
                    var api = new PayPageRoutes(pages);
                    var depositApi = new DepositRoutes(depositPages);
                    open.mount(
                            routes,
                            "/pay-api",
                            Stream.concat(api.endpoints().stream(), depositApi.endpoints().stream())
                                    .toList(),
                            Stream.concat(api.events().stream(), depositApi.events().stream())
                                    .toList());
                    var site = new PayPageSite(pages, Clock.systemUTC());
                    open.mount(routes, site.site());
                    open.mount(routes, new DepositSite(depositPages, site, Clock.systemUTC()).site());
                }),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                List.of(Observation.check("database", database::answers)),
                TestLimits.STANDARD);
    }

    /** A payment that was put again, or whose slips stand otherwise, has changed. */
    private Map<TransactionKey, PaymentEvents.State> states(Collection<TransactionKey> keys) {
        var accepted = database.run(session -> disclosures.accepted(session, keys));
        return Stream.concat(
                        payments.values().stream().map(Payment::payin),
                        deposits.values().stream().map(DepositPayment::payin))
                .filter(payin -> keys.contains(payin.key()))
                .collect(Collectors.toMap(
                        Payin::key,
                        payin -> new PaymentEvents.State(
                                System.identityHashCode(payin),
                                slips.standing(payin.key(), payin.status()).hashCode(),
                                accepted.contains(payin.key()),
                                !payin.status().takesPayment())));
    }

    /** Puts a payment there, or in the place of the one with its token, and answers the address of its page. */
    String put(SamplePayment sample) {
        payments.put(sample.token, sample.made());
        return page(sample, "");
    }

    /** The same for a deposit. */
    String put(SampleDeposit sample) {
        deposits.put(sample.token, sample.made());
        return url("/deposit/" + sample.token);
    }

    String page(SamplePayment sample, String query) {
        return url("/pay/" + sample.token + query);
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    int port() {
        return server.ports().pay();
    }

    /** What the service answers; {@code json} is missing where it answers a page. */
    Reply send(String method, String path, byte[] body, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(url(path)))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            var response = client.send(request.build(), BodyHandlers.ofString());
            var text = response.body();
            var json = response.headers()
                            .firstValue("Content-Type")
                            .filter("application/json"::equals)
                            .isPresent()
                    ? Json.mapper().readTree(text)
                    : MissingNode.getInstance();
            return new Reply(response.statusCode(), response.headers(), json, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Reply get(String path, String... headers) {
        return send("GET", path, new byte[0], headers);
    }

    Reply post(String path) {
        return send("POST", path, new byte[0]);
    }

    /** A form with one file, as a browser sends it. */
    Reply upload(SamplePayment sample, String field, byte[] file) {
        return send("POST", api(sample, "/slip"), form(field, file), "Content-Type", FORM);
    }

    static byte[] form(String field, byte[] file) {
        var form = new ByteArrayOutputStream();
        form.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + field
                        + "\"; filename=\"slip.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        form.writeBytes(file);
        form.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return form.toByteArray();
    }

    static String api(SamplePayment sample, String operation) {
        return "/pay-api/v1/pay/" + sample.token + operation;
    }

    private static Path temporaryFolder() {
        try {
            return TestDatabase.temporaryFolder("tical-pay-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where uploads wait; there once something was uploaded. */
    Path uploads() {
        return home.resolve("uploads");
    }

    TestSlips slips() {
        return slips;
    }

    Database database() {
        return database;
    }

    /** Which versions of the conditions are recorded as accepted for a payment. */
    List<String> acceptedVersions(SamplePayment sample) {
        return database.run(
                session -> session.sql("SELECT text_version FROM disclosure WHERE payin_id = cast(:payin AS uuid)")
                        .bind("payin", sample.payinId)
                        .list(row -> row.text("text_version")));
    }

    @Override
    public void close() {
        client.close();
        events.close();
        server.close();
        database.close();
        TestDatabase.deleteTree(home);
    }
}
