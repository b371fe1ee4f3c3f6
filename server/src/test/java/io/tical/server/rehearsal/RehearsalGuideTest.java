package io.tical.server.rehearsal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.AuditedService;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide to rehearsals says is pasted into a shell, on a service that was started for the first time. */
class RehearsalGuideTest extends AuditedService {
    private static final Path GUIDE = Path.of("../docs/rehearsal.md");
    private static final Pattern PASTED = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    static Path folder;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "1");
    }

    @Test
    void thePastedLinesEndInAClosedDay() throws IOException, InterruptedException {
        var script = PASTED.matcher(Files.readString(GUIDE))
                .results()
                .map((MatchResult block) -> block.group(1))
                .collect(Collectors.joining("\n"))
                .replace("http://127.0.0.1:8080", "http://127.0.0.1:" + service.port())
                .replace("http://127.0.0.1:8082", "http://127.0.0.1:" + service.adminPort())
                .replace("FOLDER=.tical", "FOLDER=" + service.credentials().getParent());
        var pasted = folder.resolve("pasted.sh");
        Files.writeString(pasted, script);
        var said = folder.resolve("said.txt").toFile();
        var shell = new ProcessBuilder("sh", pasted.toString())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(said)
                .start();
        try {
            assertThat(shell.waitFor(5, TimeUnit.MINUTES))
                    .as("%s", Files.readString(said.toPath(), UTF_8))
                    .isTrue();
        } finally {
            shell.destroyForcibly();
        }
        assertThat(Files.readString(said.toPath(), UTF_8))
                .contains("The day is closed.", "pain.001.001.09", "TEST")
                .doesNotContain("not there:", "\"success\":false");
    }
}
