package io.tical.server.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The style sheets and modules of a page, joined into one file each when the service starts, from the resources of a class. */
public record PageFiles(Class<?> beside) {
    private static final Pattern STYLE_COMMENT = Pattern.compile("/\\*(?s:.*?)\\*/");

    /** A file as it is. */
    public StaticContent file(String name) {
        return StaticContent.resource(beside, name);
    }

    /** @param names the style sheets below {@code css/}, in the order of the cascade, without extension */
    public StaticContent style(List<String> names) {
        var css = names.stream().map(name -> text("css/" + name + ".css")).collect(Collectors.joining());
        return content("text/css", ScriptBundle.slim(STYLE_COMMENT.matcher(css).replaceAll("")));
    }

    /** @param first the module below {@code js/} that imports all others, without extension */
    public StaticContent script(String first) {
        return content("text/javascript", ScriptBundle.of(path -> text("js/" + path), first + ".js"));
    }

    private String text(String resource) {
        return new String(file(resource).bytes(), StandardCharsets.UTF_8);
    }

    private static StaticContent content(String type, String text) {
        return StaticContent.of(type + "; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }
}
