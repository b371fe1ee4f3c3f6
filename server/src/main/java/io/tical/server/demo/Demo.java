package io.tical.server.demo;

import io.tical.common.Json;
import io.tical.server.Tical;
import io.tical.server.config.Settings;
import io.tical.server.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** A service on free loopback ports, with a temporary home that is deleted at its end. */
public final class Demo implements AutoCloseable {
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("TICAL_BIND", "127.0.0.1"),
            Map.entry("TICAL_API_PORT", "0"),
            Map.entry("TICAL_PAY_PORT", "0"),
            Map.entry("TICAL_ADMIN_PORT", "0"),
            Map.entry("TICAL_RATE_LIMIT_TEST", "0"),
            Map.entry("TICAL_RATE_LIMIT_LIVE", "0"),
            Map.entry("TICAL_RATE_LIMIT_PAY", "0"),
            Map.entry("TICAL_HOLDER_LOOKUP", "simulator"),
            Map.entry("TICAL_SLIP_VERIFIER", "slipok"),
            Map.entry("TICAL_SLIP_VERIFIER_KEY", "demo"),
            Map.entry("TICAL_SLIP_VERIFIER_BRANCH", "1"),
            Map.entry("TICAL_WEBHOOK_ALLOW", "127.0.0.1"),
            Map.entry("TICAL_PAYIN_EXPIRY_SECONDS", "86400"),
            Map.entry("TICAL_SANDBOX_DISPATCH_SECONDS", "0"),
            Map.entry("TICAL_ACCOUNT_CHANGE_WAIT_SECONDS", "0"),
            Map.entry("TICAL_RAIL_POLL_SECONDS", "1"));

    private final Path home;
    private final ExternalServices external;
    private final Node service;

    private Demo(Path home, ExternalServices external, Node service) {
        this.home = home;
        this.external = external;
        this.service = service;
    }

    /** Starts the service without work for operators; see {@link #fill}. */
    public static Demo start() throws IOException {
        var home = Files.createTempDirectory("tical-demo");
        try {
            return start(home, new ExternalServices());
        } catch (RuntimeException | IOException failure) {
            delete(home);
            throw failure;
        }
    }

    private static Demo start(Path home, ExternalServices external) {
        try {
            var settings = new HashMap<>(SETTINGS);
            settings.put("TICAL_HOME", home.toString());
            settings.put("TICAL_SLIP_VERIFIER_URL", external.url());
            return new Demo(home, external, Tical.start(Settings.read(settings)));
        } catch (RuntimeException failure) {
            external.close();
            throw failure;
        }
    }

    /** Creates merchants, their history and work for operators, through the service's own APIs. */
    public void fill() throws IOException {
        new DemoWork(operator("admin"), operator("admin2"), operator("finance"), external, Clock.systemUTC())
                .create("http://127.0.0.1:" + service.ports().api(), ExternalServices.closedUrl());
    }

    private DemoClient operator(String username) throws IOException {
        for (var operator : Json.mapper().readTree(credentials().toFile()).path("operators")) {
            if (operator.path("username").asText().equals(username)) {
                return DemoClient.operator(
                        adminUrl(),
                        operator.path("username").asText(),
                        operator.path("password").asText());
            }
        }
        throw new IllegalStateException("There is no operator " + username);
    }

    /** The address of the admin socket. */
    public String adminUrl() {
        return "http://127.0.0.1:" + service.ports().admin();
    }

    /** The address of the merchants' API and their dashboard. */
    public String apiUrl() {
        return "http://127.0.0.1:" + service.ports().api();
    }

    /** The file with the passwords of the operators, mode 0600. */
    public Path credentials() {
        return home.resolve("credentials.json");
    }

    /** Stops the service and deletes its home. */
    @Override
    public void close() {
        service.close();
        external.close();
        delete(home);
    }

    private static void delete(Path home) {
        try (var files = Files.walk(home)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException gone) {
            // what stops deletes its own files
        } catch (IOException e) {
            throw new UncheckedIOException("The demo's data cannot be deleted; delete " + home, e);
        }
    }
}
