package io.tical.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ThreadPriorityTest {
    /** The 19th field of a thread's {@code stat}; the second one is its name in parentheses. */
    private static int niceness() throws IOException {
        var stat = Files.readString(Path.of("/proc/thread-self/stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
    }

    @Test
    void onlyTheCallingThreadGivesWayToOthers() throws Exception {
        var before = niceness();
        var lowered = new CompletableFuture<Integer>();
        Thread.ofPlatform().start(() -> {
            try {
                assertThat(ThreadPriority.lower()).isTrue();
                lowered.complete(niceness());
            } catch (IOException | AssertionError e) {
                lowered.completeExceptionally(e);
            }
        });
        assertThat(lowered.get()).isEqualTo(10);
        assertThat(niceness()).isEqualTo(before);
    }
}
