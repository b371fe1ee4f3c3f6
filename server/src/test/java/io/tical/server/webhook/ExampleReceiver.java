package io.tical.server.webhook;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One of the receivers that the guide to callbacks shows, running as a program of its own on a free port of loopback. */
final class ExampleReceiver implements AutoCloseable {
    private static final Path FOLDER = Path.of("../docs/webhooks");
    private static final Pattern LISTENING =
            Pattern.compile("listening on port ([0-9]+)|\\(http://127\\.0\\.0\\.1:([0-9]+)\\) started");

    private final Process process;
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final int port;

    /** A language that the guide has a receiver in. */
    enum Language {
        JAVA("Receiver.java", "java", "java", true),
        PYTHON("receiver.py", "python", "python3", true),
        JAVASCRIPT("receiver.mjs", "js", "node", true),
        PHP("receiver.php", "php", "php", false),
        GO("receiver.go", "go", "go", false);

        private final String file;
        private final String fence;
        private final String interpreter;
        private final boolean required;

        Language(String file, String fence, String interpreter, boolean required) {
            this.file = file;
            this.fence = fence;
            this.interpreter = interpreter;
            this.required = required;
        }

        String interpreter() {
            return interpreter;
        }

        /** How Markdown calls it. */
        String fence() {
            return fence;
        }

        /** Whether continuous integration must not go without it. */
        boolean required() {
            return required;
        }

        Path source() {
            return FOLDER.resolve(file);
        }

        /** What runs it on this machine. */
        Optional<Path> found() {
            return this == JAVA
                    ? Optional.of(Path.of(System.getProperty("java.home"), "bin", interpreter))
                    : Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                            .filter(folder -> !folder.isEmpty())
                            .map(folder -> Path.of(folder, interpreter))
                            .filter(Files::isExecutable)
                            .findFirst();
        }

        /** The command that starts the receiver; what has to be built first is built. */
        private List<String> command(Path work) throws IOException, InterruptedException {
            var run = found().orElseThrow().toString();
            var source = source().toString();
            return switch (this) {
                // A small program that lives for seconds needs no second compiler.
                case JAVA -> List.of(run, "-XX:TieredStopAtLevel=1", "-Xmx64m", source);
                case PYTHON, JAVASCRIPT -> List.of(run, source);
                case PHP -> List.of(run, "-S", "127.0.0.1:" + freePort(), source);
                // `go run` would leave its child behind when it is ended.
                case GO -> List.of(built(run, work.resolve("receiver"), source));
            };
        }

        private static String built(String go, Path program, String source) throws IOException, InterruptedException {
            if (!Files.exists(program)) {
                var building =
                        new ProcessBuilder(go, "build", "-o", program.toString(), source).redirectErrorStream(true);
                building.environment().putAll(Map.of("GOPROXY", "off", "GOTOOLCHAIN", "local"));
                var build = building.start();
                var words = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (build.waitFor() != 0) {
                    throw new AssertionError("go build failed: " + words);
                }
            }
            return program.toString();
        }

        private static int freePort() throws IOException {
            try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            }
        }
    }

    private ExampleReceiver(Process process) {
        this.process = process;
        Thread.ofVirtual().name("receiver").start(() -> {
            try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(said::add);
            } catch (IOException | UncheckedIOException e) {
                said.add("(no more output)");
            }
        });
        await("the receiver listens")
                .atMost(Duration.ofSeconds(60))
                .until(() -> port(said).isPresent() || !process.isAlive());
        this.port = port(said).orElseThrow(() -> new AssertionError("the receiver ended: " + said));
    }

    /**
     * Starts a receiver.
     *
     * @param work a folder for what is built
     */
    static ExampleReceiver start(Language language, String secret, Path work) {
        try {
            var program = new ProcessBuilder(language.command(work)).redirectErrorStream(true);
            program.environment().putAll(Map.of("TICAL_WEBHOOK_SECRET", secret, "PORT", "0"));
            return new ExampleReceiver(program.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Optional<Integer> port(List<String> said) {
        return said.stream()
                .flatMap(line -> LISTENING.matcher(line).results())
                .map(ExampleReceiver::number)
                .findFirst();
    }

    private static Integer number(MatchResult found) {
        return Integer.valueOf(found.group(1) != null ? found.group(1) : found.group(2));
    }

    String url() {
        return "http://127.0.0.1:" + port + "/callbacks/tical?shop=1";
    }

    /** Whether it took a callback with this id for genuine, and printed its body. */
    boolean accepted(String bodyId, String body) {
        return said.stream().anyMatch(line -> line.endsWith(bodyId + " " + body));
    }

    /** What it answers to a request that anybody could send, each on a connection of its own. */
    int status(CallbackSender sender, Map<String, String> headers, byte[] body) {
        return switch (sender.post(url(), headers, body)) {
            case Outcome.Answered(var code, var _) -> code;
            case Outcome.Unanswered(var error) -> throw new AssertionError("the receiver did not answer: " + error);
        };
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
