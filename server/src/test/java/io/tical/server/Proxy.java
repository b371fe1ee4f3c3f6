package io.tical.server;

import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** A proxy with the configuration that is shipped, on a free port, with shorter deadlines. */
final class Proxy implements AutoCloseable {
    private static final Path SHIPPED = Path.of("..", "docs", "proxy");
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Process process;
    private final int port;

    private Proxy(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Which program. */
    enum Program {
        NGINX("nginx"),
        HAPROXY("haproxy");

        private final String command;

        Program(String command) {
            this.command = command;
        }

        /** Where it is, if it is installed; servers' programs are often not on the path of users. */
        @Nullable
        Path installed() {
            var folders = new ArrayList<>(List.of(System.getenv("PATH").split(":")));
            folders.addAll(List.of("/usr/sbin", "/usr/local/sbin"));
            return folders.stream()
                    .map(folder -> Path.of(folder, command))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElse(null);
        }
    }

    /** Starts it before the two sockets of a service. */
    static Proxy start(Program program, Path executable, Path folder, int apiPort, int payPort) throws Exception {
        var port = freePort();
        certificate(folder);
        var shipped = switch (program) {
            case NGINX -> nginx(folder);
            case HAPROXY -> haproxy(folder);
        };
        var configuration = Files.writeString(
                folder.resolve(program.command + ".cfg"),
                shipped.replace("127.0.0.1:8080", "127.0.0.1:" + apiPort)
                        .replace("127.0.0.1:8081", "127.0.0.1:" + payPort)
                        .replace("443 ssl", port + " ssl"));
        var command = switch (program) {
            case NGINX ->
                List.of(
                        executable.toString(),
                        "-p",
                        folder.toString(),
                        "-c",
                        configuration.toString(),
                        "-g",
                        "daemon off; pid nginx.pid; error_log stderr;");
            case HAPROXY -> List.of(executable.toString(), "-db", "-f", configuration.toString());
        };
        var log = folder.resolve("log");
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        await().atMost(PATIENCE).until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError(Files.readString(log));
            }
            try (var probe = new Socket()) {
                probe.connect(new InetSocketAddress("127.0.0.1", port));
                return true;
            } catch (IOException e) {
                return false;
            }
        });
        return new Proxy(process, port);
    }

    private static String nginx(Path folder) throws IOException {
        var temporary = folder.toAbsolutePath();
        var root = System.getProperty("user.name").equals("root") ? "user root root;\n" : "";
        return root
                + Files.readString(SHIPPED.resolve("nginx.conf"))
                        .replaceAll("(client_(?:header|body)_timeout) 10s", "$1 1s")
                        .replaceAll("/etc/ssl/tical/\\w+\\.", temporary + "/proxy.")
                        .replace("worker_processes auto", "worker_processes 1")
                        .replace("listen ", "listen 127.0.0.1:")
                        .replace(
                                "http {",
                                "http {\nclient_body_temp_path " + temporary + "/body;\nproxy_temp_path "
                                        + temporary + "/answers;\nfastcgi_temp_path " + temporary
                                        + "/fastcgi;\nuwsgi_temp_path "
                                        + temporary + "/uwsgi;\nscgi_temp_path " + temporary + "/scgi;\n");
    }

    private static String haproxy(Path folder) throws IOException {
        return Files.readString(SHIPPED.resolve("haproxy.cfg"))
                .replaceAll("timeout (client|http-request) 10s", "timeout $1 1s")
                .replace("/etc/ssl/tical/", folder.resolve("tls").toAbsolutePath() + "/")
                .replace("maxconn 20000", "maxconn 200")
                .replace("bind :", "bind 127.0.0.1:");
    }

    private static void certificate(Path folder) throws Exception {
        var made = new ProcessBuilder(
                        "openssl",
                        "req",
                        "-x509",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:P-256",
                        "-nodes",
                        "-days",
                        "2",
                        "-subj",
                        "/CN=api.example.com",
                        "-keyout",
                        "proxy.key",
                        "-out",
                        "proxy.pem")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("openssl.log").toFile())
                .start();
        if (made.waitFor() != 0) {
            throw new AssertionError(Files.readString(folder.resolve("openssl.log")));
        }
        Files.createDirectories(folder.resolve("tls"));
        Files.writeString(
                folder.resolve("tls/both.pem"),
                Files.readString(folder.resolve("proxy.pem")) + Files.readString(folder.resolve("proxy.key")));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** What came back until the proxy closed, as text; it must close within 40 seconds. */
    String exchange(int source, byte[] request) throws Exception {
        try (var socket = connect(source)) {
            try {
                socket.getOutputStream().write(request);
                socket.getOutputStream().flush();
            } catch (IOException e) {
                // It may refuse before it has read everything; its answer is there all the same.
            }
            var answer = new ByteArrayOutputStream();
            try {
                socket.getInputStream().transferTo(answer);
            } catch (java.net.SocketTimeoutException e) {
                throw new AssertionError("the proxy has kept the connection open; it answered " + answer, e);
            } catch (IOException e) {
                // A reset is an end as well.
            }
            return answer.toString(StandardCharsets.ISO_8859_1);
        }
    }

    private Socket connect(int source) throws IOException, GeneralSecurityException {
        var plain = new Socket();
        plain.bind(new InetSocketAddress("127.0.0." + source, 0));
        plain.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
        plain.connect(new InetSocketAddress("127.0.0.1", port));
        return trusting().getSocketFactory().createSocket(plain, "127.0.0.1", port, true);
    }

    /** The certificate was made a moment ago by nobody. */
    private static SSLContext trusting() throws GeneralSecurityException {
        var context = SSLContext.getInstance("TLS");
        var everybody = new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        context.init(null, new TrustManager[] {everybody}, new SecureRandom());
        return context;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
