package io.tical.server.http;

import io.tical.server.input.Query;
import io.tical.server.input.UploadedFile;
import io.tical.server.problem.Problem;
import java.net.InetAddress;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/** A request without credentials. Its body is not read before a handler asks for it. */
public final class PublicCall {
    private final String requestId;
    private final InetAddress source;
    private final Map<String, String> path;
    private final Query query;
    private final String acceptLanguage;
    private final Upload upload;

    PublicCall(
            String requestId,
            InetAddress source,
            Map<String, String> path,
            Query query,
            String acceptLanguage,
            Upload upload) {
        this.requestId = requestId;
        this.source = source;
        this.path = path;
        this.query = query;
        this.acceptLanguage = acceptLanguage;
        this.upload = upload;
    }

    public String requestId() {
        return requestId;
    }

    /** Where it came from. */
    public InetAddress source() {
        return source;
    }

    /** A parameter of the path, decoded; empty where nothing has this path. */
    public String path(String name) {
        return Objects.requireNonNullElse(path.get(name), "");
    }

    public Query query() {
        return query;
    }

    /** The header {@code Accept-Language} as it was sent, empty when it was not. */
    public String acceptLanguage() {
        return acceptLanguage;
    }

    /**
     * Who sends a file: each may use a share of the concurrent uploads, so that no sender uses all of them.
     *
     * @param token the token of the page that sends it
     * @param organizationId whose page it is
     */
    public record Sender(String token, UUID organizationId) {}

    /**
     * Receives the file in a form's field and passes it on.
     *
     * @param bytesMax its largest size
     * @param use reads the file, and must not keep it
     * @throws Problem.UnsupportedMedia when the body is no multipart form
     * @throws Problem.TooLarge when the file is larger
     * @throws Problem.BadRequest {@code MULTIPART_INVALID} when the form is malformed
     * @throws Problem.Invalid when it has no such field, two of it, or an empty one
     * @throws Problem.RateLimited when this sender has used its share
     * @throws Problem.Unavailable when too many files are being received
     */
    public <A> A file(Sender sender, String field, int bytesMax, Function<UploadedFile, A> use) {
        return upload.receive(sender, field, bytesMax, use);
    }
}
