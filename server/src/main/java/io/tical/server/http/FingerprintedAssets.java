package io.tical.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.secret.Hashes;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.Deflater;

/**
 * The files of a page, each at an address with a hash of its bytes, so that browsers cache it and a new release is visible immediately.
 * They are compressed once. An address with another hash, from a page of another release, also returns the file, but without caching.
 */
public final class FingerprintedAssets {
    private static final int HASH_BYTES = 6;

    private final String prefix;
    private final Map<String, Asset> assets = new TreeMap<>();

    /** @param packed the bytes in gzip */
    private record Asset(String hash, String type, byte[] bytes, byte[] packed) {
        static Asset of(StaticContent file) {
            return new Asset(
                    HexFormat.of().formatHex(Hashes.sha256(file.bytes()), 0, HASH_BYTES),
                    file.type(),
                    file.bytes(),
                    Compression.gzip(file.bytes(), Deflater.BEST_COMPRESSION));
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
            var packed = asset.packed().length < asset.bytes().length && Compression.accepted(request);
            if (packed) {
                response.header("Content-Encoding", Compression.GZIP);
            }
            Responses.send(request, response, packed ? asset.packed() : asset.bytes());
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
