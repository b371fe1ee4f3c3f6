package io.tical.server.docs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of Markdown that the document's descriptions use, as HTML: headings, paragraphs, lists, tables, fenced code, and
 * within a line code, bold and links.
 *
 * @param codes the link of inline code, or null
 * @param links the address of a link as it is written
 */
record Markdown(Function<String, @Nullable String> codes, UnaryOperator<String> links) {
    private static final Pattern SPAN = Pattern.compile(
            "`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\[([^\\]]+)\\]\\((https?://[^)\\s]+|/[^)\\s]*|#[^)\\s]*)\\)");
    /** With this many columns or more, rows are shown as blocks on narrow screens. */
    private static final int WIDE_COLUMNS = 4;

    /**
     * A part of a text below a heading of the first level.
     *
     * @param id the anchor; empty for the text before the first heading
     */
    record Section(String id, String title, String html) {}

    List<Section> sections(String text) {
        var sections = new ArrayList<Section>();
        var title = "";
        var lines = new ArrayList<String>();
        var fenced = false;
        for (var line : text.lines().toList()) {
            fenced ^= line.startsWith("```");
            if (!fenced && line.startsWith("# ")) {
                sections.add(new Section(id(title), title, html(lines)));
                title = line.substring(2).strip();
                lines.clear();
            } else {
                lines.add(line);
            }
        }
        sections.add(new Section(id(title), title, html(lines)));
        return sections;
    }

    /** The lines of a text that are not in a block of code. */
    static List<String> unfenced(String text) {
        var lines = new ArrayList<String>();
        var fenced = false;
        for (var line : text.lines().toList()) {
            fenced ^= line.startsWith("```");
            if (!fenced) {
                lines.add(line);
            }
        }
        return lines;
    }

    String html(String text) {
        return html(text.lines().toList());
    }

    private String html(List<String> lines) {
        var out = new StringBuilder();
        var rest = new ArrayDeque<>(lines);
        while (!rest.isEmpty()) {
            var line = rest.element();
            if (line.isBlank()) {
                rest.remove();
            } else if (line.startsWith("```")) {
                rest.remove();
                var text = String.join("\n", taken(rest, inside -> !inside.startsWith("```")));
                rest.remove();
                var json = line.equals("```json");
                out.append(Html.block("Example", json ? JsonText.coloured(text) : Html.escape(text)));
            } else if (line.startsWith("## ")) {
                var title = rest.remove().substring(3).strip();
                out.append("<h2 id=\"%s\">%s</h2>\n".formatted(id(title), inline(title)));
            } else if (line.startsWith("|")) {
                table(taken(rest, row -> row.startsWith("|")), out);
            } else if (line.startsWith("- ")) {
                list(taken(rest, item -> item.startsWith("- ") || item.startsWith("  ")), out);
            } else {
                var text = taken(rest, more -> !more.isBlank() && !more.startsWith("```"));
                out.append("<p>" + inline(String.join(" ", text)) + "</p>\n");
            }
        }
        return out.toString();
    }

    /** Removes and returns the next lines up to one that does not belong to them. */
    private static List<String> taken(Deque<String> rest, Predicate<String> belongs) {
        var taken = new ArrayList<String>();
        while (!rest.isEmpty() && belongs.test(rest.element())) {
            taken.add(rest.remove());
        }
        return taken;
    }

    private void list(List<String> lines, StringBuilder out) {
        // An indented line continues the item above it.
        var items =
                String.join("\n", lines).replaceAll("\n +", " ").substring(2).split("\n- ");
        out.append("<ul>\n");
        for (var item : items) {
            out.append("<li>").append(inline(item)).append("</li>\n");
        }
        out.append("</ul>\n");
    }

    /** @param lines the head, the dashes below it, and the rows */
    private void table(List<String> lines, StringBuilder out) {
        var head = cells(lines.getFirst());
        out.append("<div class=\"table\"><table%s>\n<thead><tr>"
                .formatted(head.size() < WIDE_COLUMNS ? "" : " class=\"wide\""));
        head.forEach(cell -> out.append("<th scope=\"col\">" + inline(cell) + "</th>"));
        out.append("</tr></thead>\n<tbody>\n");
        lines.stream().skip(2).forEach(line -> row(head, cells(line), out));
        out.append("</tbody></table></div>\n");
    }

    private void row(List<String> head, List<String> cells, StringBuilder out) {
        out.append("<tr>");
        for (int column = 0; column < cells.size(); column++) {
            out.append("<td data-label=\"%s\"><div>%s</div></td>"
                    .formatted(Html.escape(head.get(column)), inline(cells.get(column))));
        }
        out.append("</tr>\n");
    }

    /** The cells of a row of a table, as they are written. */
    static List<String> cells(String row) {
        return Arrays.stream(row.substring(1, row.lastIndexOf('|')).split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    /** One line's markup. */
    String inline(String text) {
        return Html.replaced(text, SPAN, this::span);
    }

    private String span(MatchResult span) {
        if (span.group(1) != null) {
            var target = codes.apply(span.group(1));
            var code = Html.code(span.group(1));
            return target == null ? code : "<a href=\"%s\">%s</a>".formatted(Html.escape(target), code);
        }
        if (span.group(2) != null) {
            return "<strong>" + inline(span.group(2)) + "</strong>";
        }
        return "<a href=\"%s\">%s</a>".formatted(Html.escape(links.apply(span.group(4))), inline(span.group(3)));
    }

    static String id(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }
}
