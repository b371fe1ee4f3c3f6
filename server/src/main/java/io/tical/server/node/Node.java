package io.tical.server.node;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.server.collection.CollectionModule;
import io.tical.server.config.Options;
import io.tical.server.dashboard.DashboardModule;
import io.tical.server.http.Sockets;
import io.tical.server.merchant.Bootstrap;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Kind;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.module.Resources;
import io.tical.server.module.Surfaces;
import io.tical.server.outward.OutwardModule;
import io.tical.server.paypage.PayPageModule;
import io.tical.server.staff.StaffModule;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.Backlogs;
import io.tical.server.work.Scheduler;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A running node of the service: its database, its sockets, and the background work of all modules. */
public final class Node implements AutoCloseable {
    /** Creates the modules of the service. They start no work and open no socket. */
    public interface Assembly {
        /** @param addresses the addresses of this node's sockets */
        Modules modules(Platform platform, Bootstrap.Addresses addresses);
    }

    private final Resources resources = new Resources();
    private final Modules modules;
    private final Sockets sockets;
    private final Scheduler scheduler;
    private final @Nullable Path credentials;

    /**
     * Starts a node: opens the database and the sockets, creates the modules, fills an empty database, accepts
     * connections and starts the background work.
     *
     * @param connections the size of the pool of connections to the database
     * @param working whether it does background work
     */
    public Node(Options options, int connections, boolean working, Assembly assembly) {
        try {
            var platform = options.openNode(connections, working ? Databases.SERVICE : "tical", resources);
            sockets = resources.open(options.openSockets());
            var addresses = options.addresses(sockets.ports());
            modules = assembly.modules(platform, addresses);
            credentials = bootstrap(modules).run(options.home(), addresses).orElse(null);
            if (working) {
                modules.get(OutwardModule.class).fence().begin();
            }
            scheduler = resources.open(new Scheduler(platform.supervisor()));
            var work = modules.all(Kind.WORK);
            var backlogs = new Backlogs(platform.database(), work);
            resources.open(surfaces(modules, options.surfaces()).serve(sockets, platform, scheduler, backlogs));
            scheduler.start(
                    working ? Stream.concat(work.stream(), Stream.of(backlogs)).toList() : List.of());
            if (working) {
                modules.get(OutwardModule.class).fence().awaitFirst();
            }
        } catch (RuntimeException | Error failure) {
            resources.closeAfter(failure);
            throw failure;
        }
    }

    /**
     * Creates the modules on the database of these options without serving anything, also while nodes run.
     *
     * @param name of the connections in {@code pg_stat_activity}
     */
    public static <T> T withModules(Options options, String name, Assembly assembly, Function<Modules, T> use) {
        try (var resources = new Resources()) {
            var platform = options.openCommand(name, resources);
            return use.apply(assembly.modules(platform, options.addresses(new Sockets.Ports(0, 0, 0))));
        }
    }

    private static Bootstrap bootstrap(Modules modules) {
        return new Bootstrap(
                modules.get(MerchantModule.class),
                modules.get(WebhookModule.class).callbackEndpoints()::createBoth,
                modules.get(CollectionModule.class).accounts()::addDemo);
    }

    private static Surfaces surfaces(Modules modules, Surfaces.Options options) {
        return new Surfaces(
                modules,
                modules.get(MerchantModule.class).keyring(),
                modules.get(DashboardModule.class).sessions(),
                modules.get(StaffModule.class).sessions(),
                modules.get(PayPageModule.class)::opens,
                options);
    }

    public Modules modules() {
        return modules;
    }

    public Database database() {
        return modules.platform().database();
    }

    /** The ports of the sockets. */
    public Sockets.Ports ports() {
        return sockets.ports();
    }

    /** The file with the credentials of the demo organization, if this start created it. */
    public Optional<Path> credentials() {
        return Optional.ofNullable(credentials);
    }

    /** The background work that has stalled. */
    public List<String> stalledWork() {
        return scheduler.stalled();
    }

    /** Waits for requests in progress, ends the background work, and stops the embedded database. */
    @Override
    public void close() {
        resources.close();
    }
}
