package io.tical.server.paypage;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A merchant's page on loopback, over https as redirects must be, with a certificate made for it. */
final class LoopbackShop implements AutoCloseable {
    private static final String PASSWORD = "changeit";

    private final HttpsServer server;

    LoopbackShop() throws IOException, GeneralSecurityException, InterruptedException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certified()));
        server.createContext("/", exchange -> {
            var page = "<!doctype html><link rel=icon href=data:,><title>Shop</title><h1>Thank you</h1>"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
    }

    String url(String path) {
        return "https://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private static SSLContext certified() throws IOException, GeneralSecurityException, InterruptedException {
        var folder = Files.createTempDirectory("tical-shop");
        var file = folder.resolve("shop.p12");
        try {
            make(file);
            var store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static void make(Path file) throws IOException, InterruptedException {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var made = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "shop",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (made != 0) {
            throw new IllegalStateException("keytool ended with " + made);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
