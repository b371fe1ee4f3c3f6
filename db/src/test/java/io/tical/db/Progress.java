package io.tical.db;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Prints every half minute how many test classes of the module are done, and of how many where the JVM was given all of them at once. */
public final class Progress implements TestExecutionListener {
    private static final Duration EVERY = Duration.ofSeconds(30);

    private final String module = String.valueOf(Path.of("").toAbsolutePath().getFileName());
    private final long began = System.nanoTime();
    private long next = began + EVERY.toNanos();
    private long done;
    private long known;

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan plan) {
        known += plan.countTestIdentifiers(Progress::isClass);
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        count(test);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        count(test);
    }

    private synchronized void count(TestIdentifier test) {
        if (!isClass(test)) {
            return;
        }
        done++;
        var now = System.nanoTime();
        if (now >= next) {
            next = now + EVERY.toNanos();
            var seconds = Duration.ofNanos(now - began).toSeconds();
            System.out.println(String.format(
                    Locale.ROOT,
                    "%s: %d%s test classes in %d:%02d min",
                    module,
                    done,
                    done < known ? " of " + known : "",
                    seconds / 60,
                    seconds % 60));
        }
    }

    /** A class that is in no other. */
    private static boolean isClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent()
                && test.getUniqueIdObject().getSegments().size() == 2;
    }
}
