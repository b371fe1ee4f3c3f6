package io.tical.server.demo;

import io.tical.server.command.Tool;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tical demo}: runs a service with realistic queues until SIGINT or SIGTERM, and deletes it then. */
@Command(
        name = "demo",
        description = {
            "Start a service with realistic queues on free ports of this machine, for the console.",
            "It lives in a temporary folder, which is deleted when the command stops. Settings do not apply to it."
        },
        mixinStandardHelpOptions = true)
public final class RunDemo implements Tool {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var demo = Demo.start();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(demo::close));
        demo.fill();
        announce(demo, spec.commandLine().getOut());
        new CountDownLatch(1).await();
        return 0;
    }

    /** Information for people; the launcher waits for the last line. */
    private static void announce(Demo demo, PrintWriter out) {
        out.println("A demo service runs until you stop this command; then its data is deleted.");
        out.println("Console    ./tical console --credentials '" + demo.credentials() + "' --user admin");
        out.println("           or sign in at " + demo.adminUrl() + " as admin, finance or support");
        out.println("Passwords  " + demo.credentials());
        out.println("Dashboard  " + demo.apiUrl() + " as baansuan, siamgadget, thongdee or andaman,");
        out.println("           with the password \"the demo password of \" and the user name");
        out.println("ready " + demo.adminUrl() + " " + demo.credentials());
        out.flush();
    }
}
