package io.tical.server.build.reference;

import io.tical.server.build.reference.Markdown.Section;
import io.tical.server.build.reference.Page.Place;
import io.tical.server.docs.OpenApi;
import java.util.List;

/** The guide: what the document's description says, a page for each of its sections. */
record GuidePages(List<Section> sections, Section callbacks, String lead) {
    static final Place PLACE = new Place("Guide", Addresses.ROOT);

    static GuidePages of(OpenApi document, Markdown markdown) {
        var text = document.root().at("/info/description").asText();
        var all = markdown.sections(withoutErrorCodes(text));
        return new GuidePages(
                all.stream()
                        .filter(section ->
                                !section.id().isEmpty() && !section.id().equals(Addresses.CALLBACKS_SECTION))
                        .toList(),
                all.stream()
                        .filter(section -> section.id().equals(Addresses.CALLBACKS_SECTION))
                        .findFirst()
                        .orElseThrow(),
                all.getFirst().html());
    }

    /** The table of the error codes is a page of its own. */
    private static String withoutErrorCodes(String text) {
        var from = text.indexOf(Addresses.ERRORS_HEADING);
        var to = text.indexOf("\n# ", from);
        return text.substring(0, from)
                + "The [error codes](" + Addresses.ERRORS
                + ") have a page each: its cause, what to do, and an example.\n"
                + text.substring(to);
    }

    Page page(Section section) {
        return new Page(
                section.title(),
                PLACE,
                "<h1>%s</h1>\n<div class=\"guide\">\n%s</div>\n"
                        .formatted(Html.escape(section.title()), section.html()));
    }
}
