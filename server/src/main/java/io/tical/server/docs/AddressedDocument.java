package io.tical.server.docs;

import io.tical.server.http.StaticContent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An OpenAPI document whose {@code servers} is the address at which the client asked for it, so that a generated client
 * calls the service that its document came from.
 *
 * @param type the media type, of YAML or JSON
 * @param head the document before the address of its server
 * @param tail the document after it
 * @param written the document with the address that it was written with
 */
record AddressedDocument(String type, byte[] head, byte[] tail, StaticContent written) {
    private static final Pattern SERVER =
            Pattern.compile("(?m)(?:^servers:\n *- url: |\"servers\":\\[\\{\"url\":)(\"[^\"]*\"|\\S+)");

    static AddressedDocument of(String type, byte[] document) {
        var text = new String(document, StandardCharsets.UTF_8);
        var server = SERVER.matcher(text);
        if (!server.find()) {
            throw new IllegalArgumentException("the document has no server");
        }
        return new AddressedDocument(
                type,
                text.substring(0, server.start(1)).getBytes(StandardCharsets.UTF_8),
                text.substring(server.end(1)).getBytes(StandardCharsets.UTF_8),
                StaticContent.of(type, document));
    }

    /** @param origin of characters that need no escape in a quoted string; empty if the client named none */
    StaticContent at(Optional<String> origin) {
        return origin.map(this::addressed).orElse(written);
    }

    private StaticContent addressed(String origin) {
        var out = new ByteArrayOutputStream(head.length + origin.length() + tail.length + 2);
        out.writeBytes(head);
        out.writeBytes(('"' + origin + '"').getBytes(StandardCharsets.UTF_8));
        out.writeBytes(tail);
        return StaticContent.of(type, out.toByteArray());
    }
}
