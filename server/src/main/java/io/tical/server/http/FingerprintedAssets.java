package io.tical.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.secret.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.zip.Deflater;

/**
 * The files of a page, each at an address with a hash of its bytes, so that browsers cache it and a new release is visible immediately.
 * Their compressed forms are resources that the build made ({@link #pack}). An address with another hash, from a page of another release,
 * also returns the file, but without caching.
 */
public final class FingerprintedAssets {
    private static final int HASH_BYTES = 6;

    /** Beside this class. */
    private static final String FOLDER = "packed";

    private final String prefix;
    private final Map<String, Asset> assets = new TreeMap<>();

    /** @param packed the bytes in each coding that makes them smaller */
    private record Asset(String hash, String type, byte[] bytes, Map<Coding, byte[]> packed) {
        static Asset of(StaticContent file) {
            var hash = HexFormat.of().formatHex(Hashes.sha256(file.bytes()), 0, HASH_BYTES);
            var packed = new EnumMap<Coding, byte[]>(Coding.class);
            for (var coding : Coding.values()) {
                built(hash, coding).ifPresent(bytes -> packed.put(coding, bytes));
            }
            if (packed.isEmpty()) {
                // Not of this build: an IDE compiled the classes, or a test made the file.
                packed.putAll(compressed(file.bytes(), UnaryOperator.identity()));
            }
            return new Asset(hash, file.type(), file.bytes(), packed);
        }

        private static Optional<byte[]> built(String hash, Coding coding) {
            try (var in = FingerprintedAssets.class.getResourceAsStream(FOLDER + "/" + resource(hash, coding))) {
                return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static String resource(String hash, Coding coding) {
            return hash + "." + coding.token();
        }
    }

    /** One file at one address. */
    record Found(Asset asset, boolean current) {
        /** @throws HttpProblem for methods other than GET and HEAD */
        void answer(ServerRequest request, ServerResponse response) {
            StaticContent.requireReading(request);
            response.header("Content-Type", asset.type());
            response.header("X-Content-Type-Options", "nosniff");
            response.header("Cache-Control", current ? "public, max-age=31536000, immutable" : "no-cache");
            response.header("Vary", "Accept-Encoding");
            var coding = Coding.chosen(request, asset.packed().keySet());
            coding.ifPresent(chosen -> response.header("Content-Encoding", chosen.token()));
            Responses.send(
                    request,
                    response,
                    coding.map(chosen -> asset.packed().getOrDefault(chosen, asset.bytes()))
                            .orElse(asset.bytes()));
        }
    }

    /**
     * @param prefix the beginning of the addresses, such as {@code /pay/assets/}
     * @param files by name
     */
    public FingerprintedAssets(String prefix, Map<String, StaticContent> files) {
        this.prefix = prefix;
        files.forEach((name, file) -> assets.put(name, Asset.of(file)));
    }

    /**
     * Compresses the files for {@link #answer}: a program of the build calls this.
     *
     * @param classes the folder of the compiled classes, which receives the compressed forms as resources
     * @param brotli returns bytes in Brotli, or the same bytes where it has no encoder
     * @return the resources
     */
    public Set<Path> pack(Path classes, UnaryOperator<byte[]> brotli) throws IOException {
        var folder = packed(classes);
        Files.createDirectories(folder);
        var written = new TreeSet<Path>();
        for (var asset : assets.values()) {
            for (var form : compressed(asset.bytes(), brotli).entrySet()) {
                var file = folder.resolve(Asset.resource(asset.hash(), form.getKey()));
                Files.write(file, form.getValue());
                written.add(file);
            }
        }
        return written;
    }

    /** The folder, within one of classes, that {@link #pack} writes to. */
    public static Path packed(Path classes) {
        return classes.resolve(FingerprintedAssets.class.getPackageName().replace('.', '/'))
                .resolve(FOLDER);
    }

    /** The useful codings of these bytes: each is smaller than those that clients prefer less. */
    private static Map<Coding, byte[]> compressed(byte[] bytes, UnaryOperator<byte[]> brotli) {
        var forms = new EnumMap<Coding, byte[]>(Coding.class);
        var gzip = Compression.gzip(bytes, Deflater.BEST_COMPRESSION);
        if (gzip.length < bytes.length) {
            forms.put(Coding.GZIP, gzip);
        }
        var smaller = brotli.apply(bytes);
        if (smaller.length < Math.min(gzip.length, bytes.length)) {
            forms.put(Coding.BROTLI, smaller);
        }
        return forms;
    }

    /** The address of a file. */
    public String address(String name) {
        var asset = Objects.requireNonNull(assets.get(name), name);
        return prefix + asset.hash() + "/" + name;
    }

    /**
     * Answers a request for a file.
     *
     * @throws io.tical.server.problem.Problem.NotFound if there is no such file
     * @throws HttpProblem for methods other than GET and HEAD
     */
    public void answer(ServerRequest request, ServerResponse response) {
        at(request.path().path()).orElseThrow(Routes::notFound).answer(request, response);
    }

    /**
     * The file at this path; empty if it is not a path of files.
     *
     * @throws io.tical.server.problem.Problem.NotFound if there is no such file
     */
    Optional<Found> at(String path) {
        if (!path.startsWith(prefix)) {
            return Optional.empty();
        }
        var slash = path.indexOf('/', prefix.length());
        var asset = slash < 0 ? null : assets.get(path.substring(slash + 1));
        if (asset == null) {
            throw Routes.notFound();
        }
        return Optional.of(new Found(asset, path.startsWith(asset.hash(), prefix.length())));
    }
}
