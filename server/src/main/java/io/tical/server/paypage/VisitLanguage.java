package io.tical.server.paypage;

import io.tical.common.Word;
import io.tical.server.http.PublicCall;
import java.util.List;

/**
 * The language of a visit.
 *
 * @param all languages in the order of the browser's preference
 */
record VisitLanguage(Language language, List<Language> all) {
    /** The language of the address, or else the one that the browser prefers. */
    static VisitLanguage of(PublicCall call) {
        var language = call.query()
                .text("lang")
                .flatMap(word -> Word.find(Language.class, word))
                .orElseGet(() -> Language.preferred(call.acceptLanguage()));
        return new VisitLanguage(language, Language.ordered(call.acceptLanguage()));
    }
}
