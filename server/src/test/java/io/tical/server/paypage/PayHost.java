package io.tical.server.paypage;

import io.tical.db.Database;
import io.tical.db.TestDatabase;
import io.tical.server.http.AddressLimits;
import io.tical.server.http.HttpServer;
import io.tical.server.http.PublicApi;
import io.tical.server.http.SourceAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The pay socket with payments that a test chooses; page, API, headers and limits are the real ones. */
final class PayHost implements AutoCloseable {
    private final Map<String, Payment> payments = new ConcurrentHashMap<>();
    private final TestSlips slips = new TestSlips();
    private final Database database = TestDatabase.open();
    private final HttpServer server;

    PayHost() {
        this(0);
    }

    /** @param perMinute requests a minute of one address; 0 is no limit */
    PayHost(int perMinute) {
        var pages = new PayPages(
                token -> Optional.ofNullable(payments.get(token)), new Disclosures(database), slips);
        var open = new PublicApi(new SourceAddress(List.of("127.0.0.1")), new AddressLimits(perMinute));
        server = HttpServer.start(
                new HttpServer.Socket("127.0.0.1", 0, routes -> {}),
                new HttpServer.Socket("127.0.0.1", 0, routes -> {
                    open.mount(routes, "/pay-api", new PayPageRoutes(pages).endpoints());
                    open.mount(routes, new PayPageSite(pages).pages());
                }),
                new HttpServer.Socket("127.0.0.1", 0, routes -> {}),
                database::answers);
    }

    /** Puts a payment there, or in the place of the one with its token, and answers the address of its page. */
    String put(SamplePayment sample) {
        payments.put(sample.token, sample.made());
        return page(sample, "");
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

    TestSlips slips() {
        return slips;
    }

    Database database() {
        return database;
    }

    @Override
    public void close() {
        server.close();
        database.close();
    }
}
