package io.tical.server.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A program of the guide that verifies sealed statements without the service. */
public enum VerifyScript {
    PYTHON("verify.py", "python3"),
    JAVASCRIPT("verify.mjs", "node");

    private static final Path FOLDER = Path.of("../docs/statements");

    private final String file;
    private final String interpreter;

    VerifyScript(String file, String interpreter) {
        this.file = file;
        this.interpreter = interpreter;
    }

    /** What it said, and whether it was content. */
    public record Verdict(boolean ok, String text) {}

    /** Skips the test, with a word, where this machine has no interpreter; continuous integration must have it. */
    public void requireInterpreter() {
        var missing = this + " is not tried: there is no " + interpreter + " on the PATH";
        if (System.getenv("CI") != null) {
            assertThat(found()).as(missing).isPresent();
        }
        if (found().isEmpty()) {
            System.out.println(missing);
        }
        assumeTrue(found().isPresent(), missing);
    }

    private Optional<Path> found() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, interpreter))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public Verdict verify(List<Path> files) throws IOException, InterruptedException {
        var command = new ArrayList<>(
                List.of(found().orElseThrow().toString(), FOLDER.resolve(file).toString()));
        files.forEach(one -> command.add(one.toString()));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Verdict(process.waitFor() == 0, text.strip());
    }
}
