package io.tical.server.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of Markdown that the document's descriptions use, as HTML: headings, paragraphs, lists, tables, fenced code, and
 * within a line code, bold and links.
 */
final class Markdown {
    private static final Pattern SPAN = Pattern.compile(
            "`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\[([^\\]]+)\\]\\((https?://[^)\\s]+|/[^)\\s]*|#[^)\\s]*)\\)");
    private static final Pattern ERROR_CODE = Pattern.compile("`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`");
    /** With this many columns or more, rows are shown as blocks on narrow screens. */
    private static final int WIDE_COLUMNS = 4;

    private final Function<String, @Nullable String> links;

    /** @param links the link of inline code, or null */
    Markdown(Function<String, @Nullable String> links) {
        this.links = links;
    }

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

    String html(String text) {
        return html(text.lines().toList());
    }

    private String html(List<String> lines) {
        var out = new StringBuilder();
        var at = 0;
        while (at < lines.size()) {
            var line = lines.get(at);
            if (line.isBlank()) {
                at++;
            } else if (line.startsWith("```")) {
                at = fence(lines, at, out);
            } else if (line.startsWith("## ")) {
                var title = line.substring(3).strip();
                out.append("<h3 id=\"%s\">%s</h3>\n".formatted(id(title), inline(title)));
                at++;
            } else if (line.startsWith("|")) {
                at = table(lines, at, out);
            } else if (line.startsWith("- ")) {
                at = list(lines, at, out);
            } else {
                at = paragraph(lines, at, out);
            }
        }
        return out.toString();
    }

    private static int fence(List<String> lines, int at, StringBuilder out) {
        var end = at + 1;
        while (!lines.get(end).startsWith("```")) {
            end++;
        }
        var text = String.join("\n", lines.subList(at + 1, end));
        var json = lines.get(at).equals("```json");
        out.append(Html.block("Example", json ? JsonText.coloured(text) : Html.escape(text)));
        return end + 1;
    }

    private int paragraph(List<String> lines, int at, StringBuilder out) {
        var end = at;
        while (end < lines.size()
                && !lines.get(end).isBlank()
                && !lines.get(end).startsWith("```")) {
            end++;
        }
        out.append("<p>")
                .append(inline(String.join(" ", lines.subList(at, end))))
                .append("</p>\n");
        return end;
    }

    private int list(List<String> lines, int at, StringBuilder out) {
        out.append("<ul>\n");
        var end = at;
        while (end < lines.size() && lines.get(end).startsWith("- ")) {
            var item = new StringBuilder(lines.get(end++).substring(2));
            while (end < lines.size() && lines.get(end).startsWith("  ")) {
                item.append(' ').append(lines.get(end++).strip());
            }
            out.append("<li>").append(inline(item.toString())).append("</li>\n");
        }
        out.append("</ul>\n");
        return end;
    }

    private int table(List<String> lines, int at, StringBuilder out) {
        var head = cells(lines.get(at));
        out.append("<div class=\"table\"><table%s>\n<thead><tr>"
                .formatted(head.size() < WIDE_COLUMNS ? "" : " class=\"wide\""));
        head.forEach(
                cell -> out.append("<th scope=\"col\">").append(inline(cell)).append("</th>"));
        out.append("</tr></thead>\n<tbody>\n");
        var end = at + 2;
        while (end < lines.size() && lines.get(end).startsWith("|")) {
            row(head, cells(lines.get(end++)), out);
        }
        out.append("</tbody></table></div>\n");
        return end;
    }

    private void row(List<String> head, List<String> cells, StringBuilder out) {
        var code = ERROR_CODE.matcher(cells.getFirst());
        out.append(code.matches() ? "<tr id=\"" + code.group(1) + "\">" : "<tr>");
        for (int column = 0; column < cells.size(); column++) {
            // The first cell of a row does not link to itself.
            var text = column == 0 ? new Markdown(nothing -> null).inline(cells.get(0)) : inline(cells.get(column));
            out.append("<td data-label=\"%s\"><div>%s</div></td>".formatted(Html.escape(head.get(column)), text));
        }
        out.append("</tr>\n");
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(1, row.lastIndexOf('|')).split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    /** One line's markup. */
    String inline(String text) {
        var out = new StringBuilder();
        var span = SPAN.matcher(text);
        var from = 0;
        while (span.find()) {
            out.append(Html.escape(text.substring(from, span.start()))).append(span(span));
            from = span.end();
        }
        return out.append(Html.escape(text.substring(from))).toString();
    }

    private String span(Matcher span) {
        if (span.group(1) != null) {
            var target = links.apply(span.group(1));
            var code = Html.code(span.group(1));
            return target == null ? code : "<a href=\"%s\">%s</a>".formatted(Html.escape(target), code);
        }
        if (span.group(2) != null) {
            return "<strong>" + inline(span.group(2)) + "</strong>";
        }
        return "<a href=\"%s\">%s</a>".formatted(Html.escape(span.group(4)), inline(span.group(3)));
    }

    static String id(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }
}
