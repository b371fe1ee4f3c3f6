package io.tical.server.build.reference;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * One example in every language, of which the page shows one. The switch is a group of radio buttons, so that it works
 * without a script; the script shows the chosen language everywhere and remembers it.
 */
final class ExampleSwitch {
    private ExampleSwitch() {}

    static String html(String title, ExampleCall call) {
        var name = Markdown.id("language of " + title);
        var choices = Arrays.stream(ExampleLanguage.values())
                .map(language -> choice(name, language))
                .collect(Collectors.joining());
        var codes = Arrays.stream(ExampleLanguage.values())
                .map(language -> code(title, call, language))
                .collect(Collectors.joining());
        return """
                <section class="example">
                <h2>%1$s</h2>
                <fieldset class="languages"><legend>Language</legend>
                %2$s</fieldset>
                %3$s</section>
                """.formatted(Html.escape(title), choices, codes);
    }

    private static String choice(String name, ExampleLanguage language) {
        return "<label><input type=\"radio\" name=\"%s\" value=\"%s\"%s>%s</label>\n"
                .formatted(
                        name,
                        language.word(),
                        language == ExampleLanguage.CURL ? " checked" : "",
                        Html.escape(language.title()));
    }

    private static String code(String title, ExampleCall call, ExampleLanguage language) {
        var coloured = ExampleLanguage.coloured(language.code(call).stripTrailing());
        return "<div class=\"code %s\">\n%s</div>\n"
                .formatted(language.word(), Html.block(title + " in " + language.title(), coloured));
    }
}
