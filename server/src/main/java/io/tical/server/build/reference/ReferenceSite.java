package io.tical.server.build.reference;

import io.tical.server.build.reference.Page.Place;
import io.tical.server.build.reference.PageFrame.Neighbour;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.ReferencePages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The document as a site of small pages, which the build writes for {@link ReferencePages}. They work without scripts; scripts add the
 * search, copy buttons, the remembered language and the form that tries an operation.
 */
public final class ReferenceSite {
    private final Map<String, Supplier<Page>> pages = new LinkedHashMap<>();
    /** The pages that people read one after another: the guide and the operations. */
    private final List<Neighbour> order = new ArrayList<>();

    private final byte[] index;
    private final PageFrame frame;

    public ReferenceSite(OpenApi document) {
        var addresses = new Addresses(document);
        var markdown = new Markdown(addresses::ofCode, addresses::ofLink);
        var fields = new FieldList(document, addresses, markdown);
        var guide = GuidePages.of(document, markdown);
        var errors = ErrorCodes.of(document);
        index = SearchIndex.of(document, guide, errors);
        frame = new PageFrame(document, Contents.of(document, guide), ReferencePages.assets(index));
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

    /** Writes all pages, and what a search finds, as resources of {@link ReferencePages} below the folder of classes. */
    public void write(Path classes) throws IOException {
        var written = new HashMap<String, byte[]>();
        pages.forEach((address, page) -> written.put(
                ReferencePages.resource(address), framed(page.get(), address).getBytes(StandardCharsets.UTF_8)));
        written.put(ReferencePages.MISSING, missing().getBytes(StandardCharsets.UTF_8));
        written.put(ReferencePages.INDEX, index);
        written.put(ReferencePages.ADDRESSES, String.join("\n", pages.keySet()).getBytes(StandardCharsets.UTF_8));
        var folder = ReferencePages.folder(classes);
        if (Files.exists(folder)) {
            try (var earlier = Files.walk(folder)) {
                for (var file : earlier.filter(Files::isRegularFile).toList()) {
                    if (!written.containsKey(folder.relativize(file).toString())) {
                        Files.delete(file);
                    }
                }
            }
        }
        for (var resource : written.entrySet()) {
            var file = folder.resolve(resource.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, resource.getValue());
        }
    }

    /** The addresses of all pages. */
    List<String> addresses() {
        return List.copyOf(pages.keySet());
    }

    /** The page at an address, which must be one of {@link #addresses()}. */
    String page(String address) {
        return framed(Objects.requireNonNull(pages.get(address), address).get(), address);
    }

    /** The page for an unknown address. */
    private String missing() {
        var page = new Page("No such page", Place.NONE, """
                <h1>No such page</h1>
                <p class="lede">The reference has no page at this address. Search it, or start at the \
                <a href="/docs">overview</a>.</p>
                """);
        return framed(page, "");
    }

    private String framed(Page page, String address) {
        var at = order.stream().map(Neighbour::address).toList().indexOf(address);
        return frame.html(
                page,
                address,
                at > 0 ? Optional.of(order.get(at - 1)) : Optional.empty(),
                at >= 0 && at + 1 < order.size() ? Optional.of(order.get(at + 1)) : Optional.empty());
    }
}
