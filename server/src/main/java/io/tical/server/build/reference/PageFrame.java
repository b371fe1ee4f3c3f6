package io.tical.server.build.reference;

import io.tical.server.docs.OpenApi;
import io.tical.server.http.FingerprintedAssets;
import java.util.Optional;

/** The frame of every page: the bar, the search, the contents, and links to the previous and the next page. */
record PageFrame(OpenApi document, Contents contents, FingerprintedAssets assets) {
    /** A page in the order of the contents. */
    record Neighbour(String address, String title) {}

    String html(Page page, String address, Optional<Neighbour> before, Optional<Neighbour> after) {
        var name = Html.escape(document.root().at("/info/title").asText());
        var title = Html.escape(page.title());
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s</title>
                <link rel="icon" href="%s" type="image/svg+xml">
                <link rel="stylesheet" href="%s">
                <script type="module" src="%s"></script>%s
                </head>
                <body>
                <a class="skip" href="#content">Skip to the content</a>
                <header class="top">
                <a class="brand" href="/docs"><svg aria-hidden="true" viewBox="0 0 16 16" width="1.25rem" height="1.25rem">\
                <path d="M1 2h14v3H9.5v9h-3V5H1z" fill="currentColor"/></svg>%s</a>
                <span class="version">%s</span>
                <button class="search-button" type="button" hidden aria-haspopup="dialog" data-module="%s" data-index="%s">\
                <svg aria-hidden="true" viewBox="0 0 16 16" width="1rem" height="1rem"><circle cx="7" cy="7" r="4.5" fill="none" \
                stroke="currentColor" stroke-width="1.5"/><path d="m10.5 10.5 4 4" stroke="currentColor" stroke-width="1.5" \
                stroke-linecap="round"/></svg><span>Search</span> <kbd>Ctrl K</kbd></button>
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
                        address.equals(Addresses.ROOT) ? name + " reference" : title + " · " + name,
                        assets.address("icon.svg"),
                        assets.address("docs.css"),
                        assets.address("docs.js"),
                        page.main().contains("id=\"try\"")
                                ? "\n<script type=\"module\" src=\"" + assets.address("try.js") + "\"></script>"
                                : "",
                        name,
                        Html.escape(document.root().at("/info/version").asText()),
                        assets.address("search.js"),
                        assets.address("search.json"),
                        contents.on(address),
                        place(page),
                        page.main(),
                        neighbours(before, after));
    }

    private static String place(Page page) {
        var place = page.place();
        return place.name().isEmpty()
                ? ""
                : "<p class=\"place\"><a href=\"%s\">%s</a></p>\n"
                        .formatted(place.address(), Html.escape(place.name()));
    }

    private static String neighbours(Optional<Neighbour> before, Optional<Neighbour> after) {
        if (before.isEmpty() && after.isEmpty()) {
            return "";
        }
        return "<nav class=\"neighbours\" aria-label=\"Neighbouring pages\">\n"
                + before.map(page -> neighbour(page, "prev", "Previous")).orElse("<span></span>")
                + after.map(page -> neighbour(page, "next", "Next")).orElse("")
                + "</nav>\n";
    }

    private static String neighbour(Neighbour page, String relation, String word) {
        return "<a rel=\"%s\" href=\"%s\"><span>%s</span>%s</a>\n"
                .formatted(relation, page.address(), word, Html.escape(page.title()));
    }
}
