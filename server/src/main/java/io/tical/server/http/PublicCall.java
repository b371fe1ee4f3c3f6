package io.tical.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.tical.server.input.Query;
import io.tical.server.input.UploadedFile;
import io.tical.server.problem.Problem;
import java.net.InetAddress;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * A request without credentials. The body is read only if the handler requests it.
 *
 * @param path the path's parameters, decoded
 * @param acceptLanguage the raw {@code Accept-Language} header, empty if absent
 */
public record PublicCall(
        String requestId,
        InetAddress source,
        Map<String, String> path,
        Query query,
        String acceptLanguage,
        ServerRequest request,
        Uploads uploads) {
    /** A decoded path parameter; empty if no route matches. */
    public String path(String name) {
        return Objects.requireNonNullElse(path.get(name), "");
    }

    /** The sender of a file. Each sender may use a share of the concurrent uploads. */
    public record Sender(String token, UUID organizationId) {}

    /**
     * Receives the file in a form field and passes it on.
     *
     * @param use reads the file and must not keep it
     * @throws Problem.UnsupportedMedia if the body is not a multipart form
     * @throws Problem.TooLarge if the file is larger
     * @throws Problem.BadRequest {@code MULTIPART_INVALID} if the form is malformed
     * @throws Problem.Invalid if the field is missing, repeated or empty
     * @throws Problem.RateLimited if this sender has used its share
     * @throws Problem.Unavailable if too many files are being received
     */
    public <A> A file(Sender sender, String field, int bytesMax, Function<UploadedFile, A> use) {
        return uploads.receive(request, source, sender, form -> use.apply(form.file(field, bytesMax)));
    }
}
