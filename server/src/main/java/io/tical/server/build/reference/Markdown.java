package io.tical.server.build.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;
import org.jspecify.annotations.Nullable;

/** The Markdown of the document's descriptions as the HTML of the pages. */
final class Markdown {
    /** With this many columns or more, rows are shown as blocks on narrow screens. */
    private static final int WIDE_COLUMNS = 4;

    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private final Function<String, @Nullable String> codes;
    private final HtmlRenderer renderer;

    /**
     * A part of a text below a heading of the first level.
     *
     * @param id the anchor; empty for the text before the first heading
     */
    record Section(String id, String title, String html) {}

    /**
     * @param codes the link of inline code, or null
     * @param links the address of a link as it is written
     */
    Markdown(Function<String, @Nullable String> codes, UnaryOperator<String> links) {
        this.codes = codes;
        renderer = HtmlRenderer.builder()
                .escapeHtml(true)
                .softbreak(" ")
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Link link) {
                        attributes.put("href", links.apply(link.getDestination()));
                    }
                })
                .nodeRendererFactory(Pieces::new)
                .build();
    }

    List<Section> sections(String text) {
        var sections = new ArrayList<Section>();
        var title = "";
        var html = new StringBuilder();
        for (var node : children(PARSER.parse(text))) {
            if (node instanceof Heading heading && heading.getLevel() == 1) {
                sections.add(new Section(id(title), title, html.toString()));
                title = plain(heading);
                html.setLength(0);
            } else {
                html.append(renderer.render(node));
            }
        }
        sections.add(new Section(id(title), title, html.toString()));
        return sections;
    }

    /** The headings of a text. */
    static Stream<Heading> headings(String text) {
        return children(PARSER.parse(text)).stream()
                .filter(Heading.class::isInstance)
                .map(Heading.class::cast);
    }

    String html(String text) {
        return renderer.render(PARSER.parse(text));
    }

    /** A text without blocks: that of its paragraphs. */
    String inline(String text) {
        var html = new ArrayList<String>();
        for (var block : children(PARSER.parse(text))) {
            if (!(block instanceof Paragraph)) {
                throw new IllegalArgumentException("not a text of paragraphs alone: " + text);
            }
            var one = new StringBuilder();
            children(block).forEach(node -> one.append(renderer.render(node)));
            html.add(one.toString());
        }
        return String.join(" ", html);
    }

    /** A node without its marks. */
    static String plain(Node node) {
        var text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }
        });
        return text.toString();
    }

    static String id(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    private static List<Node> children(Node node) {
        return Stream.iterate(
                        Optional.ofNullable(node.getFirstChild()), Optional::isPresent, one -> one.map(Node::getNext))
                .map(Optional::orElseThrow)
                .toList();
    }

    /** What the pages show in another way than CommonMark's renderer. */
    private final class Pieces implements NodeRenderer {
        private final HtmlNodeRendererContext context;
        private final HtmlWriter out;

        Pieces(HtmlNodeRendererContext context) {
            this.context = context;
            this.out = context.getWriter();
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Code.class, FencedCodeBlock.class, Heading.class, TableBlock.class);
        }

        @Override
        public void render(Node node) {
            switch (node) {
                case Code code -> code(code.getLiteral());
                case FencedCodeBlock block -> block(block);
                case Heading heading -> heading(heading);
                case TableBlock table -> table(table);
                default -> throw new IllegalArgumentException(node.toString());
            }
        }

        private void code(String text) {
            var target = codes.apply(text);
            var code = Html.code(text);
            out.raw(target == null ? code : "<a href=\"%s\">%s</a>".formatted(Html.escape(target), code));
        }

        private void block(FencedCodeBlock block) {
            var text = block.getLiteral().stripTrailing();
            out.raw(Html.block(
                    "Example", "json".equals(block.getInfo()) ? JsonText.coloured(text) : Html.escape(text)));
        }

        private void heading(Heading heading) {
            var tag = "h" + heading.getLevel();
            out.tag(tag, Map.of("id", id(plain(heading))));
            inner(heading);
            out.raw("</" + tag + ">\n");
        }

        private void table(TableBlock table) {
            var head = cells(table, TableHead.class).getFirst();
            out.raw("<div class=\"table\"><table%s>\n<thead><tr>"
                    .formatted(head.size() < WIDE_COLUMNS ? "" : " class=\"wide\""));
            for (var cell : head) {
                out.raw("<th scope=\"col\">");
                inner(cell);
                out.raw("</th>");
            }
            out.raw("</tr></thead>\n<tbody>\n");
            for (var row : cells(table, TableBody.class)) {
                out.raw("<tr>");
                for (int column = 0; column < row.size(); column++) {
                    out.raw("<td data-label=\"%s\"><div>".formatted(Html.escape(plain(head.get(column)))));
                    inner(row.get(column));
                    out.raw("</div></td>");
                }
                out.raw("</tr>\n");
            }
            out.raw("</tbody></table></div>\n");
        }

        /** The cells of each row of the head or of the body. */
        private static List<List<TableCell>> cells(TableBlock table, Class<? extends Node> part) {
            return children(table).stream()
                    .filter(part::isInstance)
                    .flatMap(rows -> children(rows).stream())
                    .filter(TableRow.class::isInstance)
                    .map(row ->
                            children(row).stream().map(TableCell.class::cast).toList())
                    .toList();
        }

        private void inner(Node node) {
            children(node).forEach(context::render);
        }
    }
}
