package io.tical.server.input;

import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The version of settings that have no version number: a digest of their content. A change of settings as a whole names the version that
 * the client saw, so it never undoes somebody else's change without notice.
 */
public final class SeenVersion {
    /** The maximum length of a version in a request. */
    public static final int LENGTH_MAX = 64;

    private static final int LENGTH = 16;

    private SeenVersion() {}

    /** 16 hexadecimal digits; the same for the same parts. */
    public static String of(Object... parts) {
        var text = Arrays.stream(parts)
                .map(part -> part.toString().length() + ":" + part)
                .collect(Collectors.joining("\n"));
        return HexFormat.of()
                .formatHex(Hashes.sha256(text.getBytes(StandardCharsets.UTF_8)))
                .substring(0, LENGTH);
    }

    /** A part that may be absent. */
    public static Object part(@Nullable Object part) {
        return part == null ? "-" : "+" + part;
    }

    /**
     * Requires that the settings are still what the client saw.
     *
     * @param seen the version that the client sent
     * @param resource their name, such as {@code allowlist}
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    public static void require(String seen, String current, String resource) {
        if (!Objects.equals(seen, current)) {
            throw Problem.Conflict.changed(resource);
        }
    }
}
