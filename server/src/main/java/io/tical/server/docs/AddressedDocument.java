package io.tical.server.docs;

import io.tical.server.http.JoinedContent;
import io.tical.server.http.StaticContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An OpenAPI document whose {@code servers} contains the address of the request, so that a generated client calls the service from which
 * its document came.
 *
 * @param type the media type, of YAML or JSON
 * @param head the document before the address of its server
 * @param server the address that it was written with
 * @param tail the document after it
 * @param tag of the document without an address
 */
record AddressedDocument(String type, byte[] head, String server, byte[] tail, String tag) {
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
                server.group(1),
                text.substring(server.end(1)).getBytes(StandardCharsets.UTF_8),
                StaticContent.of(type, document).tag());
    }

    /** @param origin of characters that need no escape in a quoted string; empty if the client named none */
    JoinedContent at(Optional<String> origin) {
        var address = origin.map(where -> '"' + where + '"').orElse(server).getBytes(StandardCharsets.UTF_8);
        var parts = List.of(head, address, tail);
        return new JoinedContent(type, parts, tagged(address));
    }

    /** Of the document with this address, computed without reading the document. */
    private String tagged(byte[] address) {
        var both = (tag + new String(address, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        return StaticContent.of(type, both).tag();
    }
}
