package io.tical.server.docs;

/** Text as HTML. */
final class Html {
    private Html() {}

    /** Escapes a text for content and quoted attributes. */
    static String escape(String text) {
        var out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.append(text.charAt(i));
            }
        }
        return out.toString();
    }

    static String code(String text) {
        return "<code>" + escape(text) + "</code>";
    }

    /** A block of code that can be scrolled by keyboard. {@code inner} is markup. */
    static String block(String label, String inner) {
        return "<pre tabindex=\"0\" aria-label=\"" + escape(label) + "\"><code>" + inner + "</code></pre>\n";
    }
}
