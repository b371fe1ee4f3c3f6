package io.tical.server.dashboard;

import io.tical.server.input.JsonBody;
import io.tical.server.input.Query;
import java.util.List;

/** The two environments as the dashboard names them; {@code livemode} is what they are everywhere else. */
final class Environment {
    private static final String NAME = "environment";
    private static final int LENGTH_MAX = 16;

    private Environment() {}

    static String word(boolean livemode) {
        return livemode ? "live" : "test";
    }

    /** Which one a query is about; live unless it says. */
    static boolean one(Query query) {
        return query.livemode().orElse(true);
    }

    /** Which ones a query is about; both, live first, unless it says. */
    static List<Boolean> each(Query query) {
        return query.livemode().map(List::of).orElse(List.of(true, false));
    }

    /** Which one a body names. */
    static boolean of(JsonBody body) {
        var word = body.text(NAME, LENGTH_MAX);
        if (!word.isEmpty() && !word.equals(word(true)) && !word.equals(word(false))) {
            body.wrong(NAME, "unknown", "must be test or live");
        }
        return word.equals(word(true));
    }
}
