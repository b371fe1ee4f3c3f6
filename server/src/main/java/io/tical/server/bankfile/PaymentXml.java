package io.tical.server.bankfile;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Lines of an XML file, in UTF-8. */
final class PaymentXml {
    private final Writer out;
    private int depth;

    PaymentXml(OutputStream target) throws IOException {
        this.out = new BufferedWriter(new OutputStreamWriter(target, StandardCharsets.UTF_8));
        out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }

    /** @param element its name, and its attributes if it has any */
    void begin(String element) throws IOException {
        line("<" + element + ">");
        depth++;
    }

    void end(String element) throws IOException {
        depth--;
        line("</" + element + ">");
    }

    void line(String content) throws IOException {
        out.write(" ".repeat(depth));
        out.write(content);
        out.write('\n');
    }

    /** An element around content that is XML. */
    static String around(String element, String content) {
        return "<" + element + ">" + content + "</" + element + ">";
    }

    /** An element around a text. */
    static String element(String element, String text) {
        return around(element, text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    }

    void flush() throws IOException {
        out.flush();
    }
}
