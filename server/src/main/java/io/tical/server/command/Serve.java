package io.tical.server.command;

import io.tical.common.Version;
import io.tical.server.Tical;
import io.tical.server.http.Sockets;
import io.tical.server.node.Node;
import io.tical.server.work.Supervisor;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/** {@code tical serve}: starts the service and runs it until SIGINT or SIGTERM. */
@Command(
        name = "serve",
        description = {
            "Start the service and its three sockets: api, pay and admin.",
            "`./tical serve --supervise` starts it again whenever it fails."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "1:The start failed for a reason that may be temporary, such as an unreachable database.",
            "2:An option or a setting is invalid.",
            "3:The service ran out of memory, or the Java virtual machine failed.",
            "4:A port cannot be opened.",
            "5:A newer program has migrated the database.",
            "130, 143:The service was stopped by SIGINT or SIGTERM."
        },
        mixinStandardHelpOptions = true)
final class Serve extends HomeCommand {
    private static final Logger LOG = LoggerFactory.getLogger(Serve.class);
    private static final Duration STOP_MAX = Duration.ofSeconds(30);

    @Override
    public Integer call() throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler(Serve::died);
        var deadline = startDeadline(STOP_MAX, Serve::halt);
        var service = Tical.start(settings());
        // SIGTERM and SIGINT end the JVM through its hooks.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> stop(service, deadline)));
        announce(service.ports(), service.credentials(), out());
        new CountDownLatch(1).await();
        return 0;
    }

    private static void died(Thread thread, Throwable failure) {
        Supervisor.ofProcess().caught(failure);
        LOG.error("thread {} died", thread.getName(), failure);
    }

    private static void stop(Node service, CountDownLatch deadline) {
        deadline.countDown();
        LOG.info("Stopping");
        service.close();
        LOG.info("Stopped");
    }

    /** Loses nothing that was acknowledged: the database has committed it. */
    private static void halt() {
        try {
            LOG.error("The service did not stop within {} seconds; it is ended now", STOP_MAX.toSeconds());
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    /** Information for operators; programs wait for {@code ready}. */
    static void announce(Sockets.Ports ports, Optional<Path> newCredentials, PrintWriter out) {
        out.println("Tical  " + Version.TEXT);
        out.println("API    http://127.0.0.1:" + ports.api());
        out.println("Pay    http://127.0.0.1:" + ports.pay());
        out.println("Admin  http://127.0.0.1:" + ports.admin());
        newCredentials.ifPresent(file -> {
            out.println();
            out.println("A demo organization was created. Its keys and passwords are in " + file.toAbsolutePath());
            out.println("A first call:");
            out.println("  " + firstCall(file, ports.api()));
            out.println();
        });
        out.println("ready");
        out.flush();
    }

    /** Reads the key from its file, so that no log contains a key. */
    private static String firstCall(Path credentials, int port) {
        var key = "$(sed -n 's/.*\"test_key\" *: *\"\\([^\"]*\\)\".*/\\1/p' '" + credentials.toAbsolutePath() + "')";
        return "curl -H \"Authorization: Bearer " + key + "\" http://127.0.0.1:" + port + "/v1/balance";
    }

    /**
     * Ends the process when an orderly stop takes too long. The thread starts with the service, because a process that is
     * out of memory or threads may not be able to start one later.
     *
     * @param halt ends the process immediately
     * @return is counted down when the stop begins
     */
    static CountDownLatch startDeadline(Duration max, Runnable halt) {
        var begun = new CountDownLatch(1);
        Thread.ofPlatform().name("stop-deadline").daemon().start(() -> {
            try {
                begun.await();
                TimeUnit.NANOSECONDS.sleep(max.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            halt.run();
        });
        return begun;
    }
}
