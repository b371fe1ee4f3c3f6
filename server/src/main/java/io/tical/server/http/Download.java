package io.tical.server.http;

import io.helidon.webserver.http.ServerResponse;
import java.util.Iterator;

/**
 * A file as {@link StreamedContent}. Each part is produced after the client has received the previous ones. {@code parts} holds no
 * resources between two parts, such as a database connection.
 *
 * @param type the media type
 * @param name the file's name: letters, digits, dots, underscores and hyphens
 * @param parts at least one part
 */
public record Download(String type, String name, Iterator<byte[]> parts) implements Content {
    void answer(ServerResponse response, String requestId) {
        StreamedContent.file(type, name, client -> parts.forEachRemaining(client::write))
                .send(response, requestId);
    }
}
