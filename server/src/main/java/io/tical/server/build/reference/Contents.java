package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The contents beside every page. A group is folded unless the page belongs to it.
 *
 * @param html without the mark of the current page
 */
record Contents(String html) {
    private static final String GROUP = "<details>";

    static Contents of(OpenApi document, GuidePages guide) {
        var out = new StringBuilder("<h2>Guide</h2>\n<ul>\n");
        out.append(entry(Addresses.ROOT, "Overview"));
        guide.sections()
                .forEach(section -> out.append(entry(Addresses.guide(section.id()), Html.escape(section.title()))));
        out.append("</ul>\n<h2>Operations</h2>\n");
        byTag(document.operations())
                .forEach((tag, ofTag) -> out.append(group(
                        tag,
                        entry(Addresses.group(tag), "All of " + Html.escape(tag))
                                + ofTag.stream()
                                        .map(operation -> entry(
                                                Addresses.operation(operation),
                                                OperationPart.chip(operation.method())
                                                        + Html.escape(text(operation.node(), "summary"))))
                                        .collect(Collectors.joining()))));
        out.append("<h2>More</h2>\n");
        out.append(group(
                "Callbacks",
                entry(Addresses.CALLBACKS, "How to receive them")
                        + document.callbacks().stream()
                                .map(callback -> entry(
                                        Addresses.callback(callback), Html.escape(text(callback.node(), "summary"))))
                                .collect(Collectors.joining())));
        out.append(group(
                "Objects",
                entry(Addresses.OBJECTS, "All objects")
                        + ObjectPages.shown(document).stream()
                                .map(name -> entry(Addresses.object(name), name))
                                .collect(Collectors.joining())));
        out.append("<ul>\n").append(entry(Addresses.ERRORS, "Error codes")).append("</ul>\n");
        return new Contents(out.toString());
    }

    static Map<String, List<Operation>> byTag(List<Operation> operations) {
        return operations.stream()
                .collect(Collectors.groupingBy(Operation::tag, LinkedHashMap::new, Collectors.toList()));
    }

    private static String group(String title, String entries) {
        return GROUP + "<summary>" + Html.escape(title) + "</summary>\n<ul>\n" + entries + "</ul></details>\n";
    }

    private static String entry(String address, String inner) {
        return "<li><a href=\"%s\">%s</a></li>\n".formatted(address, inner);
    }

    /**
     * The contents as one page shows them: the entry of the page is marked and its group is unfolded. The page of an error code belongs to
     * the list of error codes.
     */
    String on(String address) {
        var listed = address.startsWith(Addresses.ERRORS) ? Addresses.ERRORS : address;
        var link = "<a href=\"" + listed + "\"";
        var at = html.indexOf(link);
        if (at < 0) {
            return html;
        }
        var marked = new StringBuilder(html).insert(at + link.length(), " aria-current=\"page\"");
        var group = html.lastIndexOf(GROUP, at);
        if (html.lastIndexOf("</details>", at) < group) {
            marked.insert(group + GROUP.length() - 1, " open");
        }
        return marked.toString();
    }
}
