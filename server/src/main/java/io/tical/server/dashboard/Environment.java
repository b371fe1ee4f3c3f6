package io.tical.server.dashboard;

import io.tical.server.http.JsonBody;
import io.tical.server.http.Problem;
import io.tical.server.http.Query;
import java.util.List;
import java.util.Optional;

/** The two environments as the dashboard names them; {@code livemode} is what they are everywhere else. */
final class Environment {
    private static final String NAME = "environment";
    private static final int LENGTH_MAX = 16;

    private Environment() {}

    static String word(boolean livemode) {
        return livemode ? "live" : "test";
    }

    private static Optional<Boolean> livemode(String word) {
        return switch (word) {
            case "live" -> Optional.of(true);
            case "test" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /** Which one a query is about; live unless it says. */
    static boolean one(Query query) {
        return asked(query).orElse(true);
    }

    /** Which ones a query is about; both, live first, unless it says. */
    static List<Boolean> each(Query query) {
        return asked(query).map(List::of).orElse(List.of(true, false));
    }

    /** @throws Problem.Invalid for another word */
    static Optional<Boolean> asked(Query query) {
        return query.text(NAME)
                .map(word ->
                        livemode(word).orElseThrow(() -> new Problem.Invalid(NAME, "unknown", "must be test or live")));
    }

    /** Which one a body names. */
    static boolean of(JsonBody body) {
        var word = body.text(NAME, LENGTH_MAX);
        var livemode = livemode(word);
        if (livemode.isEmpty() && !word.isEmpty()) {
            body.wrong(NAME, "unknown", "must be test or live");
        }
        return livemode.orElse(false);
    }
}
