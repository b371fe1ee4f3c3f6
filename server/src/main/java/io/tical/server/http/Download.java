package io.tical.server.http;

import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.Iterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of any size, which is made while it is sent. Only one part is in memory. A part is made when the client has received the parts
 * before it, and {@code parts} holds nothing between two parts, such as a database connection: a client may read slowly.
 *
 * <p>A failure in the first part is answered like that of any other request. A later one closes the connection before the end of the
 * response, so that no client takes a part for the whole file.
 *
 * @param type the media type
 * @param name the file's name: letters, digits, dots, underscores and hyphens
 * @param parts at least one part
 */
public record Download(String type, String name, Iterator<byte[]> parts) implements Content {
    private static final Logger LOG = LoggerFactory.getLogger(Download.class);

    public Download {
        if (!name.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("not a file name: " + name);
        }
    }

    /** Sends it as a file that a browser stores, and never shows or keeps. */
    void answer(ServerResponse response, String requestId, String contentSecurityPolicy) {
        var first = parts.next();
        Responses.pageHeaders(response, requestId, type, contentSecurityPolicy);
        response.header("Content-Disposition", "attachment; filename=\"" + name + "\"");
        response.header("Cache-Control", "no-store");
        // For proxies that would collect a response before they send it.
        response.header("X-Accel-Buffering", "no");
        try {
            // Closing ends the response, so it is closed only when it is complete.
            var out = response.outputStream();
            out.write(first);
            while (parts.hasNext()) {
                out.write(parts.next());
            }
            out.close();
        } catch (IOException gone) {
            throw new CloseConnectionException("the client is gone", gone);
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RuntimeException failure) {
            LOG.warn("request {}: the download {} ended early", requestId, name, failure);
            throw new CloseConnectionException("the download failed", failure);
        }
    }
}
