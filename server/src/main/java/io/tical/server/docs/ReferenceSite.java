package io.tical.server.docs;

import io.tical.server.docs.Page.Place;
import io.tical.server.docs.PageFrame.Neighbour;
import io.tical.server.http.FingerprintedAssets;
import io.tical.server.http.StaticContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The document as a site of small pages. They work without scripts; scripts add the search, copy buttons, the remembered
 * language and the form that tries an operation. A page is rendered for each request, in about a millisecond.
 */
final class ReferenceSite {
    static final String ASSETS = Addresses.ROOT + "/assets/";

    private final Map<String, Supplier<Page>> pages = new LinkedHashMap<>();
    /** The pages that people read one after another: the guide and the operations. */
    private final List<Neighbour> order = new ArrayList<>();

    private final FingerprintedAssets assets;
    private final PageFrame frame;

    ReferenceSite(OpenApi document) {
        var addresses = new Addresses(document);
        var markdown = new Markdown(addresses::ofCode, addresses::ofLink);
        var fields = new FieldList(document, addresses, markdown);
        var guide = GuidePages.of(document, markdown);
        var errors = ErrorCodes.of(document);
        assets = assets(SearchIndex.of(document, guide, errors));
        frame = new PageFrame(document, Contents.of(document, guide), assets);
        var overview = new OverviewPage(document, markdown, addresses, guide);
        inOrder(Addresses.ROOT, "Overview", overview::page);
        guide.sections()
                .forEach(section -> inOrder(Addresses.guide(section.id()), section.title(), () -> guide.page(section)));
        operations(document, markdown, fields);
        callbacks(document, markdown, fields, guide);
        var objects = new ObjectPages(document, markdown, fields);
        pages.put(Addresses.OBJECTS, objects::list);
        ObjectPages.shown(document).forEach(name -> pages.put(Addresses.object(name), () -> objects.page(name)));
        var errorPages = new ErrorPages(document, markdown, errors);
        pages.put(Addresses.ERRORS, errorPages::list);
        errors.codes().values().forEach(code -> pages.put(Addresses.error(code.name()), () -> errorPages.page(code)));
    }

    private static FingerprintedAssets assets(byte[] index) {
        return new FingerprintedAssets(
                ASSETS,
                Map.of(
                        "docs.css", StaticContent.resource(ReferenceSite.class, "docs.css"),
                        "docs.js", StaticContent.resource(ReferenceSite.class, "docs.js"),
                        "search.js", StaticContent.resource(ReferenceSite.class, "search.js"),
                        "try.js", StaticContent.resource(ReferenceSite.class, "try.js"),
                        "icon.svg", StaticContent.resource(ReferenceSite.class, "icon.svg"),
                        "search.json", StaticContent.of("application/json", index)));
    }

    private void inOrder(String address, String title, Supplier<Page> page) {
        order.add(new Neighbour(address, title));
        pages.put(address, page);
    }

    private void operations(OpenApi document, Markdown markdown, FieldList fields) {
        var part = new OperationPart(document, markdown, fields);
        Contents.byTag(document.operations()).forEach((tag, ofTag) -> {
            pages.put(
                    Addresses.group(tag),
                    () -> new Page(
                            tag,
                            Place.NONE,
                            "<h1>%s</h1>\n<p class=\"lede\">%s</p>\n%s"
                                    .formatted(
                                            Html.escape(tag),
                                            markdown.inline(OverviewPage.purposeOf(document, tag)),
                                            ErrorPages.list(ofTag))));
            var place = new Place(tag, Addresses.group(tag));
            for (var operation : ofTag) {
                var title = OpenApi.text(operation.node(), "summary");
                inOrder(Addresses.operation(operation), title, () -> new Page(title, place, part.html(operation)));
            }
        });
    }

    private void callbacks(OpenApi document, Markdown markdown, FieldList fields, GuidePages guide) {
        pages.put(
                Addresses.CALLBACKS,
                () -> new Page(
                        "Callbacks", Place.NONE, guide.page(guide.callbacks()).main()));
        var place = new Place("Callbacks", Addresses.CALLBACKS);
        var part = new CallbackPart(document, markdown, fields);
        document.callbacks()
                .forEach(callback -> pages.put(
                        Addresses.callback(callback),
                        () -> new Page(OpenApi.text(callback.node(), "summary"), place, part.html(callback))));
    }

    FingerprintedAssets assets() {
        return assets;
    }

    /** The addresses of all pages. */
    List<String> addresses() {
        return List.copyOf(pages.keySet());
    }

    /**
     * The page at an address; empty if there is none.
     *
     * @param origin where the client reached the service, for the examples; it has only characters that need no escaping in HTML and in the
     *     languages of the examples
     */
    Optional<String> page(String address, Optional<String> origin) {
        return Optional.ofNullable(pages.get(address)).map(page -> framed(page.get(), address, origin));
    }

    /** The page for an unknown address. */
    String missing(Optional<String> origin) {
        var page = new Page("No such page", Place.NONE, """
                <h1>No such page</h1>
                <p class="lede">The reference has no page at this address. Search it, or start at the \
                <a href="/docs">overview</a>.</p>
                """);
        return framed(page, "", origin);
    }

    private String framed(Page page, String address, Optional<String> origin) {
        var at = order.stream().map(Neighbour::address).toList().indexOf(address);
        var html = frame.html(
                page,
                address,
                at > 0 ? Optional.of(order.get(at - 1)) : Optional.empty(),
                at >= 0 && at + 1 < order.size() ? Optional.of(order.get(at + 1)) : Optional.empty());
        return origin.map(where -> html.replace(ExampleCall.ORIGIN, where)).orElse(html);
    }
}
