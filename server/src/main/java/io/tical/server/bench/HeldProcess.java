package io.tical.server.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Java process that prepares its work, prints {@link #READY}, and starts after a byte on its standard input. */
record HeldProcess(Process process) implements AutoCloseable {
    static final String READY = "ready";

    /**
     * The command of a Java process with this program's class path.
     *
     * @param prefix a command that runs it, or nothing
     */
    static List<String> command(List<String> prefix, List<String> options, String main, String... arguments) {
        var command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts a process with the quick compiler alone and a heap such as {@code 256m}; waits until it is ready. */
    static HeldProcess start(List<String> prefix, String heap, String main, String... arguments) throws IOException {
        var options = List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        var held = new HeldProcess(new ProcessBuilder(command(prefix, options, main, arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        var said = held.line();
        if (!READY.equals(said)) {
            held.close();
            throw new IOException("an attack could not be prepared: " + said);
        }
        return held;
    }

    /** Starts the work. */
    void begin() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** Waits for the end and returns the line that the process printed. */
    String result() throws IOException, InterruptedException {
        var result = line();
        if (process.waitFor() != 0) {
            throw new IOException("an attack ended with " + process.exitValue() + ": " + result);
        }
        return result;
    }

    private String line() throws IOException {
        return String.valueOf(process.inputReader(StandardCharsets.UTF_8).readLine());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
