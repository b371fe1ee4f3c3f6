package io.tical.server.docs;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi.Operation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The document as one HTML page. It works without scripts; a small script adds copy buttons and marks the current section. */
final class ReferencePage {
    private final OpenApi document;
    private final Markdown markdown = new Markdown(this::link);
    private final FieldList fields;
    private final OperationPart operationPart;
    private final CallbackPart callbackPart;
    private final List<Operation> operations;
    private final List<Operation> callbacks;
    private final Map<String, String> links = new HashMap<>();

    private ReferencePage(OpenApi document) {
        this.document = document;
        this.fields = new FieldList(document, markdown);
        this.operations = document.operations();
        this.operationPart = new OperationPart(document, markdown, fields);
        this.callbacks = document.callbacks();
        this.callbackPart = new CallbackPart(document, markdown, fields);
        document.root()
                .at("/components/schemas/ErrorCode/enum")
                .forEach(code -> links.put(code.asText(), code.asText()));
        callbacks.forEach(callback -> callbackPart.events(callback).forEach(event -> links.put(event, callback.id())));
        operations.forEach(operation -> links.put(operation.method() + " " + operation.path(), operation.id()));
    }

    static String of(OpenApi document) {
        return new ReferencePage(document).html();
    }

    /** The link of inline code: an operation, an event of a callback or an error code. */
    private @Nullable String link(String code) {
        var words = code.replaceFirst("\\?.*", "");
        var last = words.substring(words.lastIndexOf(' ') + 1);
        var id = links.getOrDefault(words, links.get(last));
        return id == null ? null : "#" + id;
    }

    private String html() {
        var guide = markdown.sections(document.root().at("/info/description").asText());
        var tags = Stream.concat(operations.stream(), callbacks.stream())
                .collect(Collectors.groupingBy(Operation::tag, LinkedHashMap::new, Collectors.toList()));
        var title = Html.escape(document.root().at("/info/title").asText());
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s reference</title>
                <link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
                <link rel="stylesheet" href="/docs/docs.css">
                <script type="module" src="/docs/docs.js"></script>
                </head>
                <body>
                <a class="skip" href="#content">Skip to the content</a>
                <header class="top">
                <a class="brand" href="#top"><svg aria-hidden="true" viewBox="0 0 16 16" width="20" height="20">\
                <path d="M1 2h14v3H9.5v9h-3V5H1z" fill="currentColor"/></svg>%s</a>
                <span class="version">%s</span>
                <a class="file" href="/openapi">YAML</a>
                <a class="file" href="/openapi.json">JSON</a>
                <button class="contents-button" type="button" popovertarget="contents">Contents</button>
                </header>
                <div class="frame">
                <nav id="contents" popover aria-label="Contents">
                %s</nav>
                <main id="content" tabindex="-1">
                %s%s%s</main>
                </div>
                </body>
                </html>
                """.formatted(
                        title,
                        title,
                        Html.escape(document.root().at("/info/version").asText()),
                        contents(guide, tags),
                        guide(guide, title),
                        sections(tags),
                        objects());
    }

    private String contents(List<Markdown.Section> guide, Map<String, List<Operation>> tags) {
        var out = new StringBuilder("<h2>Guide</h2>\n<ul>\n");
        guide.stream()
                .filter(section -> !section.id().isEmpty())
                .forEach(section -> out.append(entry(section.id(), Html.escape(section.title()))));
        out.append("</ul>\n");
        tags.forEach((tag, ofTag) -> {
            out.append("<h2>%s</h2>\n<ul>\n".formatted(Html.escape(tag)));
            ofTag.forEach(operation -> out.append(entry(
                    operation.id(),
                    OperationPart.chip(operation.method()) + Html.escape(text(operation.node(), "summary")))));
            out.append("</ul>\n");
        });
        out.append("<h2>Objects</h2>\n<ul>\n");
        shownObjects().forEach(name -> out.append(entry("object-" + name, Html.escape(name))));
        return out.append("</ul>\n").toString();
    }

    private static String entry(String id, String inner) {
        return "<li><a href=\"#%s\">%s</a></li>\n".formatted(id, inner);
    }

    private static String guide(List<Markdown.Section> guide, String title) {
        var out = new StringBuilder("<div class=\"lead\" id=\"top\">\n<h1>%s</h1>\n%s</div>\n"
                .formatted(title, guide.getFirst().html()));
        guide.stream()
                .skip(1)
                .forEach(section -> out.append("<section class=\"guide\" id=\"%s\">\n<h2>%s</h2>\n%s</section>\n"
                        .formatted(section.id(), Html.escape(section.title()), section.html())));
        return out.toString();
    }

    private String sections(Map<String, List<Operation>> tags) {
        var out = new StringBuilder();
        tags.forEach((tag, ofTag) -> {
            out.append("<section class=\"tag\" id=\"%s\">\n<h2>%s</h2>\n<p>%s</p>\n</section>\n"
                    .formatted(Markdown.id("tag " + tag), Html.escape(tag), markdown.inline(purpose(tag))));
            ofTag.forEach(operation -> out.append(
                    callbacks.contains(operation) ? callbackPart.html(operation) : operationPart.html(operation)));
        });
        return out.toString();
    }

    private String purpose(String tag) {
        return document.root()
                .path("tags")
                .valueStream()
                .filter(node -> text(node, "name").equals(tag))
                .map(node -> text(node, "description"))
                .findFirst()
                .orElse("");
    }

    /** The objects of answers; those of requests and callbacks are shown with them. */
    private List<String> shownObjects() {
        var sent = Stream.concat(operations.stream(), callbacks.stream())
                .map(OperationPart::bodySchema)
                .map(OpenApi::referenced)
                .collect(Collectors.toSet());
        return schemas()
                .propertyStream()
                .filter(schema -> text(schema.getValue(), "type").equals("object"))
                // An envelope is shown as the `data` of the answers that have it.
                .filter(schema -> !schema.getValue().has("allOf"))
                .map(Map.Entry::getKey)
                .filter(name -> !sent.contains(name))
                .toList();
    }

    private JsonNode schemas() {
        return document.root().at("/components/schemas");
    }

    private String objects() {
        var out = new StringBuilder("<section class=\"tag\" id=\"objects\">\n<h2>Objects</h2>\n"
                + "<p>The objects of answers and callbacks. Every field is always present; one without a value is <code>null</code>.</p>\n"
                + "</section>\n");
        for (var name : shownObjects()) {
            var schema = schemas().path(name);
            out.append("<section class=\"object\" id=\"object-%1$s\">\n<h3>%1$s</h3>\n<p>%2$s</p>\n%3$s</section>\n"
                    .formatted(name, markdown.inline(text(schema, "description")), fields.ofSchema(schema, false)));
        }
        return out.toString();
    }
}
