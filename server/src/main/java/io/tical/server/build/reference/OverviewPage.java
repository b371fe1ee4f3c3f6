package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import io.tical.server.build.reference.Page.Place;
import io.tical.server.docs.OpenApi;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The first page: what the service is, where to start, and everything there is. Its entries have the anchors of the former single page, so
 * that old links lead there in two steps, without a script.
 */
record OverviewPage(OpenApi document, Markdown markdown, Addresses addresses, GuidePages guide) {
    private static final Set<String> FIRST_STEPS =
            Set.of("first-payout", "first-payin", "authentication", "idempotency", "errors-and-retries", "sandbox");

    Page page() {
        var title = document.root().at("/info/title").asText();
        return new Page(title, Place.NONE, """
                <div id="top"><h1>%s</h1>
                <div class="lede">%s</div></div>
                <p class="base"><span>Base address</span> <code>%s</code></p>
                <h2>Start here</h2>
                <ul class="cards">
                %s</ul>
                <h2>Guide</h2>
                <ul class="index">
                %s</ul>
                %s<section class="tag" id="objects"><h2><a href="%s">Objects</a></h2>
                <ul class="index">
                %s</ul></section>
                <section class="tag"><h2><a href="%s">Error codes</a></h2>
                <ul class="index">
                %s</ul></section>
                """.formatted(
                        Html.escape(title),
                        guide.lead(),
                        ExampleCall.ORIGIN,
                        cards(),
                        entries("guide", false),
                        groups(),
                        Addresses.OBJECTS,
                        entries("object-", true),
                        Addresses.ERRORS,
                        entries("", true)));
    }

    private String cards() {
        return guide.sections().stream()
                .filter(section -> FIRST_STEPS.contains(section.id()))
                .map(section -> "<li><a href=\"%s\">%s</a><p>%s</p></li>\n"
                        .formatted(Addresses.guide(section.id()), Html.escape(section.title()), purpose(section.id())))
                .collect(Collectors.joining());
    }

    private static String purpose(String section) {
        return switch (section) {
            case "first-payout" -> "Fund the test wallet, register an account, and pay it.";
            case "first-payin" -> "Request a payment and send the payer to its page.";
            case "authentication" -> "Keys, source addresses, scopes and rates.";
            case "idempotency" -> "Retry without paying twice.";
            case "errors-and-retries" -> "What to branch on, and what to retry.";
            default -> "Choose the outcome by the digits of the amount.";
        };
    }

    /** The anchors of a kind: of the guide, of objects, or of error codes, as links to their pages. */
    private String entries(String kind, boolean code) {
        return addresses.anchors().entrySet().stream()
                .filter(entry -> kind(entry.getKey(), entry.getValue()).equals(kind))
                .map(entry -> "<li id=\"%s\"><a href=\"%s\">%s</a></li>\n"
                        .formatted(entry.getKey(), entry.getValue(), label(entry.getKey(), code)))
                .collect(Collectors.joining());
    }

    private static String kind(String anchor, String address) {
        if (anchor.startsWith("object-")) {
            return "object-";
        }
        if (address.startsWith(Addresses.ERRORS + "/")) {
            return "";
        }
        var listed = address.startsWith(Addresses.guide(""))
                || anchor.equals(Addresses.CALLBACKS_SECTION)
                || address.equals(Addresses.ERRORS);
        return listed ? "guide" : "other";
    }

    private static String label(String anchor, boolean code) {
        var name = anchor.replaceFirst("^object-", "");
        return code
                ? Html.code(name).replace("_", "_<wbr>")
                : name.substring(0, 1).toUpperCase(Locale.ROOT)
                        + name.substring(1).replace('-', ' ');
    }

    private String groups() {
        var out = new StringBuilder();
        Contents.byTag(document.operations()).forEach((tag, operations) -> {
            var items = ErrorPages.list(operations);
            for (var operation : operations) {
                items = items.replace(
                        "<li><a href=\"" + Addresses.operation(operation) + "\"",
                        "<li id=\"" + operation.id() + "\"><a href=\"" + Addresses.operation(operation) + "\"");
            }
            out.append(group(tag, items));
        });
        var callbacks = document.callbacks().stream()
                .map(callback -> "<li id=\"%s\"><a href=\"%s\">%s</a></li>\n"
                        .formatted(
                                callback.id(),
                                Addresses.callback(callback),
                                Html.escape(text(callback.node(), "summary"))))
                .collect(Collectors.joining("", "<ul class=\"operations\">\n", "</ul>\n"));
        return out.append(group("Callbacks", callbacks)).toString();
    }

    private String group(String tag, String items) {
        return "<section class=\"tag\" id=\"%s\"><h2><a href=\"%s\">%s</a></h2>\n<p>%s</p>\n%s</section>\n"
                .formatted(
                        Markdown.id("tag " + tag),
                        Addresses.group(tag),
                        Html.escape(tag),
                        markdown.inline(purposeOf(document, tag)),
                        items);
    }

    /** What the operations of a tag are for, in Markdown. */
    static String purposeOf(OpenApi document, String tag) {
        return document.root()
                .path("tags")
                .valueStream()
                .filter(node -> text(node, "name").equals(tag))
                .map(node -> text(node, "description"))
                .findFirst()
                .orElse("");
    }
}
