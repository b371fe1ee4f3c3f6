package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.access.AddressRanges;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is believed to be the URL's host. The certificates are made by the JDK's keytool for each run. */
class CallbackTlsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String NAME = "callbacks.example";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @TempDir
    static Path place;

    private static KeyStore keys;
    private static SSLContext trusting;

    private final CallbackSender sender = sender(trusting, Duration.ofSeconds(10));

    @BeforeAll
    static void makeCertificates() throws Exception {
        make("authority", "-ext", "bc:c");
        make("good", "-signer", "authority", "-ext", "san=dns:" + NAME + ",ip:127.0.0.1");
        make("other", "-signer", "authority", "-ext", "san=dns:other.example,ip:127.0.0.9");
        make("expired", "-signer", "authority", "-ext", "san=dns:" + NAME, "-startdate", "-10d", "-validity", "5");
        keys = KeyStore.getInstance(place.resolve("keys").toFile(), PASSWORD);
        var authorities = empty();
        authorities.setCertificateEntry("authority", keys.getCertificate("authority"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
    }

    private static void make(String alias, String... more) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                alias,
                "-dname",
                "CN=" + alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-storetype",
                "PKCS12",
                "-keystore",
                place.resolve("keys").toString(),
                "-storepass",
                new String(PASSWORD)));
        command.addAll(List.of(more));
        var output = place.resolve(alias + ".log");
        var keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(keytool.waitFor()).as(Files.readString(output)).isZero();
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static CallbackSender sender(SSLContext trust, Duration deadline) {
        return new CallbackSender(
                new AddressGuard(AddressRanges.of(List.of("127.0.0.1"))),
                (host, within) -> List.of(InetAddress.ofLiteral("127.0.0.1")),
                trust.getSocketFactory(),
                deadline,
                Socket::connect);
    }

    /** A server with the certificate of this name. */
    private static Listener server(String alias, Consumer<SSLServerSocket> settings) throws Exception {
        var own = empty();
        own.setKeyEntry(alias, keys.getKey(alias, PASSWORD), PASSWORD, keys.getCertificateChain(alias));
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(own, PASSWORD);
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        var server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
        settings.accept(server);
        return new Listener(server, "127.0.0.1", 0, request -> OK);
    }

    private static Listener server(String alias) throws Exception {
        return server(alias, server -> {});
    }

    @AfterEach
    void stop() {
        sender.close();
    }

    private Outcome post(String host, Listener listener) {
        return post(sender, host, listener);
    }

    private static Outcome post(CallbackSender sender, String host, Listener listener) {
        return sender.post("https://" + host + ":" + listener.port() + "/", Map.of(), new byte[] {'{', '}'});
    }

    @Test
    void aTrustedCertificateForTheHostIsAccepted() throws Exception {
        try (var listener = server("good")) {
            assertThat(post(NAME, listener)).isEqualTo(new Outcome.Answered(200, "ok"));
            assertThat(post("CALLBACKS.example", listener)).isEqualTo(new Outcome.Answered(200, "ok"));
            assertThat(post("127.0.0.1", listener)).isEqualTo(new Outcome.Answered(200, "ok"));
            assertThat(listener.requests()).hasSize(3);
        }
    }

    @Test
    void theServerIsToldWhichHostIsMeantButNotAnAddress() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        try (var listener = new Listener("127.0.0.1", socket -> told.add(helloOf(socket)))) {
            post(NAME, listener);
            post("127.0.0.1", listener);
        }
        assertThat(told.getFirst()).contains(NAME);
        assertThat(told.getLast()).doesNotContain("127.0.0.1");
    }

    /** The first record of a handshake, whole. */
    private static String helloOf(Socket socket) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        in.skipNBytes(3);
        return new String(in.readNBytes(in.readUnsignedShort()), StandardCharsets.ISO_8859_1);
    }

    @Test
    void aCertificateForAnotherHostIsRefused() throws Exception {
        try (var listener = server("other")) {
            for (var host : List.of(NAME, "127.0.0.1", "a.other.example", "other.example.evil.example")) {
                assertThat(post(host, listener))
                        .isEqualTo(new Outcome.Unanswered("TLS: the certificate is not for this host"));
            }
            assertThat(post("other.example", listener)).isEqualTo(new Outcome.Answered(200, "ok"));
            assertThat(listener.requests()).hasSize(1);
        }
    }

    @Test
    void aCertificateFromNobodyWhoIsTrustedIsRefused() throws Exception {
        try (var listener = server("good");
                var selfSigned = server("authority");
                var careful = sender(SSLContext.getDefault(), Duration.ofSeconds(10))) {
            for (var untrusted : List.of(listener, selfSigned)) {
                assertThat(post(careful, NAME, untrusted))
                        .isEqualTo(new Outcome.Unanswered("TLS: the certificate is not from a trusted authority, or its"
                                + " chain is incomplete"));
                assertThat(untrusted.requests()).isEmpty();
            }
        }
    }

    @Test
    void anExpiredCertificateIsRefused() throws Exception {
        try (var listener = server("expired")) {
            assertThat(post(NAME, listener)).isEqualTo(new Outcome.Unanswered("TLS: the certificate has expired"));
            assertThat(listener.requests()).isEmpty();
        }
    }

    @Test
    void whatIsNotTlsIsSaidToBeSo() throws Exception {
        try (var http = new Listener("127.0.0.1", socket -> {
                    socket.getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    socket.getInputStream().readAllBytes();
                });
                var closing = new Listener("127.0.0.1", socket -> helloOf(socket))) {
            assertThat(post(NAME, http)).isEqualTo(new Outcome.Unanswered("TLS: the other side does not speak TLS"));
            assertThat(post(NAME, closing))
                    .isEqualTo(new Outcome.Unanswered("TLS: the connection closed during the handshake"));
        }
    }

    @Test
    void aServerWithWhichNothingCanBeAgreedSaysSo() throws Exception {
        try (var listener = server("good", server -> {
            server.setEnabledProtocols(new String[] {"TLSv1.2"});
            server.setEnabledCipherSuites(new String[] {"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"});
        })) {
            assertThat(post(NAME, listener))
                    .isEqualTo(new Outcome.Unanswered("TLS: the other side answered handshake_failure"));
        }
    }

    @Test
    void aHandshakeThatDripsEndsAtTheDeadline() throws Exception {
        try (var hasty = sender(trusting, Duration.ofMillis(600));
                var listener = new Listener("127.0.0.1", socket -> {
                    // The head of a record of 16 KiB, and then its bytes one by one.
                    socket.getOutputStream().write(new byte[] {22, 3, 3, 0x40, 0});
                    for (int i = 0; i < 10_000; i++) {
                        socket.getOutputStream().write(2);
                        Thread.sleep(20);
                    }
                })) {
            var started = System.nanoTime();
            assertThat(post(hasty, NAME, listener)).isEqualTo(new Outcome.Unanswered("timeout"));
            assertThat(Duration.ofNanos(System.nanoTime() - started))
                    .isBetween(Duration.ofMillis(580), Duration.ofSeconds(15));
        }
    }

    @Test
    void manyAtOnceAreAllAnswered() throws Exception {
        try (var listener = server("good");
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var posts = new ArrayList<Callable<Outcome>>();
            for (int i = 0; i < 50; i++) {
                posts.add(() -> post(NAME, listener));
            }
            for (var answer : threads.invokeAll(posts)) {
                assertThat(answer.get()).isEqualTo(new Outcome.Answered(200, "ok"));
            }
        }
    }
}
