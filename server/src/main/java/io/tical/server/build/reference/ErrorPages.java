package io.tical.server.build.reference;

import io.tical.server.build.reference.ErrorCodes.ErrorCode;
import io.tical.server.build.reference.Page.Place;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The list of error codes, and a page for each: status, cause, cure, an answer, and the operations that answer it. */
record ErrorPages(OpenApi document, Markdown markdown, ErrorCodes errors) {
    static final Place PLACE = new Place("Error codes", Addresses.ERRORS);

    Page list() {
        return new Page("Error codes", Place.NONE, """
                <h1>Error codes</h1>
                <p class="lede">Branch on <code>code</code>; the text in <code>error</code> is for logs and people, and may change. \
                Each code has a page with its cause, what to do, and an example. See also <a href="%s">errors and retries</a>.</p>
                %s""".formatted(
                        Addresses.guide("errors-and-retries"), markdown.html(errors.table())));
    }

    Page page(ErrorCode code) {
        var main = """
                <div class="operation">
                <div class="words">
                <h1 class="code">%s</h1>
                <p class="address">%s</p>
                <p class="lede">%s</p>
                <h2>Cause</h2>
                %s<h2>What to do</h2>
                %s<h2>Operations that return it</h2>
                %s</div>
                <div class="examples">
                %s</div>
                </div>
                """.formatted(
                        Html.escape(code.name()).replace("_", "_<wbr>"),
                        code.statuses().stream().map(ErrorPages::status).collect(Collectors.joining(" ")),
                        markdown.inline(code.summary()),
                        markdown.html(code.cause()),
                        markdown.html(code.cure()),
                        operations(code.operations()),
                        Html.example("Example", JsonText.coloured(JsonText.pretty(ErrorCodes.answer(document, code)))));
        return new Page(code.name(), PLACE, main);
    }

    private static String status(String status) {
        return "<span class=\"status %s\">%s</span>".formatted(status.startsWith("5") ? "fault" : "refused", status);
    }

    private String operations(List<Operation> operations) {
        if (operations.isEmpty()) {
            return "<p>None: no operation has this path or this method.</p>\n";
        }
        if (operations.size() == document.operations().size()) {
            return "<p>Every operation.</p>\n";
        }
        var list = list(operations);
        return operations.size() <= document.operations().size() / 2
                ? list
                : String.format(
                        Locale.ROOT,
                        "<details><summary>%d of %d operations</summary>\n%s</details>\n",
                        operations.size(),
                        document.operations().size(),
                        list);
    }

    /** Operations as links, with method, path and summary. */
    static String list(List<Operation> operations) {
        return operations.stream()
                .map(operation -> "<li><a href=\"%s\">%s<code>%s</code></a> <span>%s</span></li>\n"
                        .formatted(
                                Addresses.operation(operation),
                                OperationPart.chip(operation.method()),
                                Html.escape(operation.path()).replace("/", "/<wbr>"),
                                Html.escape(OpenApi.text(operation.node(), "summary"))))
                .collect(Collectors.joining("", "<ul class=\"operations\">\n", "</ul>\n"));
    }
}
