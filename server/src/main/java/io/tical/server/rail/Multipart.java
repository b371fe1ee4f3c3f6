package io.tical.server.rail;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A multipart form with one picture, for services that read slips from pictures. */
final class Multipart {
    private Multipart() {}

    /** Turns the request into a POST of the picture. */
    static HttpRequest.Builder post(HttpRequest.Builder request, String field, byte[] image) {
        var boundary = "tical-" + UUID.randomUUID();
        var png = image.length > 1 && (image[0] & 0xFF) == 0x89 && image[1] == 'P';
        var body = new ByteArrayOutputStream(image.length + 256);
        body.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + field
                        + "\"; filename=\"slip." + (png ? "png" : "jpg") + "\"\r\nContent-Type: image/"
                        + (png ? "png" : "jpeg") + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(image);
        body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII));
        return request.header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(BodyPublishers.ofByteArray(body.toByteArray()));
    }
}
