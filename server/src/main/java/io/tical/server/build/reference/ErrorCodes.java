package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The error codes: in one line each in the table of the guide, and in full in {@code errors.yaml}.
 *
 * @param table the head and the rows of the guide's table, in Markdown
 * @param codes by their names, in the order of the table
 */
record ErrorCodes(String table, Map<String, ErrorCode> codes) {
    private static final String RESOURCE = "/io/tical/server/build/reference/errors.yaml";
    private static final int COLUMNS = 4;

    /**
     * One code.
     *
     * @param statuses with which it is answered
     * @param summary the cause in a line, in Markdown
     * @param message an example of {@code error}
     * @param cause in Markdown, as is the cure
     * @param operations that answer it, by the document
     */
    record ErrorCode(
            String name,
            List<String> statuses,
            String summary,
            String message,
            String cause,
            String cure,
            List<Operation> operations) {}

    /** @throws java.util.NoSuchElementException if a code of the guide's table has no text in full; the message names it */
    static ErrorCodes of(OpenApi document) {
        var texts = OpenApi.tree(OpenApi.read(RESOURCE));
        var rows = document.root()
                .at("/info/description")
                .asText()
                .lines()
                .dropWhile(line -> !line.equals(Addresses.ERRORS_HEADING))
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        var codes = new LinkedHashMap<String, ErrorCode>();
        rows.stream().skip(2).map(ErrorCodes::cells).forEach(row -> {
            var code = code(document, row, texts);
            codes.put(code.name(), code);
        });
        return new ErrorCodes(String.join("\n", rows), codes);
    }

    /** The cells of a row of a table, as they are written. */
    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(1, row.lastIndexOf('|')).split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    private static ErrorCode code(OpenApi document, List<String> row, JsonNode texts) {
        if (row.size() != COLUMNS) {
            throw new IllegalStateException("a row of the table of error codes has " + row.size() + " cells: " + row);
        }
        var name = row.get(0).replace("`", "");
        var text = Optional.ofNullable(texts.get(name)).orElseThrow();
        var operations = document.operations().stream()
                .filter(operation -> operation
                        .node()
                        .path("responses")
                        .valueStream()
                        .anyMatch(answer -> Keys.codes(document, answer).anyMatch(name::equals)))
                .toList();
        return new ErrorCode(
                name,
                List.of(row.get(1).split(", ")),
                row.get(2),
                text(text, "error"),
                text(text, "cause"),
                text(text, "cure"),
                operations);
    }

    /** An answer with a code, as the service writes it. */
    static JsonNode answer(OpenApi document, ErrorCode code) {
        ObjectNode answer = document.root()
                .at("/components/responses/InternalError/content/application~1json/example")
                .deepCopy();
        answer.put("error", code.message()).put("code", code.name());
        if (code.name().equals("VALIDATION_FAILED")) {
            answer.setAll((ObjectNode) document.root()
                    .at("/components/responses/MalformedPayout/content/application~1json/example")
                    .deepCopy());
        }
        return answer;
    }
}
