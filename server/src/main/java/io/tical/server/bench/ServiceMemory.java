package io.tical.server.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The memory of a service's process, from Linux and {@code jcmd}. */
final class ServiceMemory {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    private final long pid;

    ServiceMemory(long pid) {
        this.pid = pid;
    }

    /** The used heap after a full collection. */
    double heapMegabytes() throws IOException, InterruptedException {
        jcmd("GC.run");
        var used = USED.matcher(jcmd("GC.heap_info"));
        if (!used.find()) {
            throw new IOException("jcmd does not say what is used");
        }
        return Long.parseLong(used.group(1)) / 1_024.0;
    }

    /** The resident memory. */
    double residentMegabytes() throws IOException {
        return status("VmRSS");
    }

    /** The maximum resident memory since {@link #forgetPeak}. */
    double peakMegabytes() throws IOException {
        return status("VmHWM");
    }

    void forgetPeak() throws IOException {
        Files.writeString(Path.of("/proc/" + pid + "/clear_refs"), "5");
    }

    private double status(String field) throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith(field + ":")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1_024.0;
            }
        }
        throw new IOException("/proc does not say " + field);
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        var tool = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process = new ProcessBuilder(tool, Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
        return said;
    }
}
