package io.tical.server.build.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.util.stream.Stream;

/** With which keys an operation works, by the codes with which it refuses the others. */
enum Keys {
    ALL,
    TEST,
    LIVE;

    static Keys of(OpenApi document, Operation operation) {
        var codes = codes(document, operation.node().at("/responses/403")).toList();
        if (codes.contains("LIVE_KEY_NOT_ALLOWED")) {
            return TEST;
        }
        return codes.contains("TEST_KEY_NOT_ALLOWED") ? LIVE : ALL;
    }

    /** The error codes of an answer. */
    static Stream<String> codes(OpenApi document, JsonNode answer) {
        return document.resolve(answer)
                .at("/content/application~1json/schema/allOf")
                .valueStream()
                .flatMap(part -> part.at("/properties/code/enum").valueStream())
                .map(JsonNode::asText);
    }
}
