package io.tical.server.build;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import io.tical.server.build.reference.ReferenceSite;
import io.tical.server.dashboard.DashboardModule;
import io.tical.server.docs.DocsModule;
import io.tical.server.docs.OpenApi;
import io.tical.server.http.FingerprintedAssets;
import io.tical.server.paypage.PayPageAssets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Renders the reference, and compresses the files of the pay page, the dashboard and the reference with gzip and Brotli, when a build has
 * compiled the service. The encoder for Brotli is a native library, which the service therefore does not load.
 */
public final class AssetPacker {
    private static final Encoder.Parameters SMALLEST =
            new Encoder.Parameters().setMode(Encoder.Mode.TEXT).setQuality(11);

    private AssetPacker() {}

    /** @param args the folder of the compiled classes */
    public static void main(String[] args) throws IOException {
        var classes = Path.of(args[0]);
        new ReferenceSite(OpenApi.shipped()).write(classes);
        var written = new HashSet<Path>();
        var brotli = encoder();
        for (var assets : List.of(PayPageAssets.all(), DashboardModule.assets(), DocsModule.assets())) {
            written.addAll(assets.pack(classes, brotli));
        }
        try (var files = Files.list(FingerprintedAssets.packed(classes))) {
            for (var file : files.filter(file -> !written.contains(file)).toList()) {
                // Of an earlier version of a file.
                Files.delete(file);
            }
        }
    }

    private static UnaryOperator<byte[]> encoder() {
        if (Brotli4jLoader.isAvailable()) {
            return AssetPacker::brotli;
        }
        System.out.printf(
                "Brotli is not available on %s %s: the service will compress its files with gzip only.%n",
                System.getProperty("os.name"), System.getProperty("os.arch"));
        return UnaryOperator.identity();
    }

    private static byte[] brotli(byte[] bytes) {
        try {
            return Encoder.compress(bytes, SMALLEST);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
