package io.tical.server;

import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.server.config.Options;
import io.tical.server.config.Settings;
import io.tical.server.decision.StaffAction;
import io.tical.server.http.Sockets;
import io.tical.server.input.JsonBody;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Resources;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.work.Work;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** A node without sockets and without threads of background work: tests run its rounds, and call its use cases. It starts in some 50 ms. */
public final class TestModules implements AutoCloseable {
    private final Resources resources = new Resources();
    private final Modules modules;

    private TestModules(Options options) {
        try {
            var platform = options.openCommand("tical test", resources);
            modules = Tical.modules(
                    platform, options, options.addresses(new Sockets.Ports(0, 0, 0)), TestService.quickPasswords());
        } catch (RuntimeException | Error failure) {
            resources.closeAfter(failure);
            throw failure;
        }
    }

    public static TestModules open(DatabaseSettings database, Path home, Map<String, String> settings, Clock clock) {
        var environment = new HashMap<>(settings);
        environment.put("TICAL_HOME", home.toString());
        environment.put("TICAL_DATABASE_URL", database.url());
        environment.put("TICAL_DATABASE_USER", database.user());
        environment.put("TICAL_DATABASE_PASSWORD", database.password());
        return new TestModules(new Options(Settings.read(environment), clock));
    }

    public <M extends Module> M get(Class<M> type) {
        return modules.get(type);
    }

    public Modules modules() {
        return modules;
    }

    public Database database() {
        return modules.platform().database();
    }

    /** The background work with this name. */
    public Work work(String name) {
        return modules.all(Kind.WORK).stream()
                .filter(work -> work.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Makes a decision of operators, which nobody has to approve here. */
    public void decide(String action, Map<String, String> path, String body, StaffDecision by) {
        var reader = modules.all(Kind.STAFF_ACTIONS).stream()
                .filter(one -> one.path().equals(action))
                .map(StaffAction::reader)
                .findFirst()
                .orElseThrow();
        var read = JsonBody.parse(body.getBytes(StandardCharsets.UTF_8));
        read.amount("version");
        read.textOrNull("note", StaffDecision.NOTE_MAX);
        var request = reader.read(path, read);
        read.check();
        request.effect().decide(by);
    }

    @Override
    public void close() {
        resources.close();
    }
}
