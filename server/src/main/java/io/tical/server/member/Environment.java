package io.tical.server.member;

import io.tical.server.input.JsonBody;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.util.List;

/** The two environments as the dashboard names them; other packages use {@code livemode}. */
public final class Environment {
    /** The parameter and the field. */
    public static final String NAME = "environment";

    private static final int LENGTH_MAX = 16;

    private Environment() {}

    public static String word(boolean livemode) {
        return livemode ? "live" : "test";
    }

    /** The environment of a query; live by default. */
    public static boolean one(Query query) {
        return query.livemode().orElse(true);
    }

    /** The environments of a query; by default both, live first. */
    public static List<Boolean> each(Query query) {
        return query.livemode().map(List::of).orElse(List.of(true, false));
    }

    /** @throws Problem.Forbidden {@code LIVE_NOT_ALLOWED} for an object of the live environment */
    public static void requireTest(boolean livemode) {
        if (livemode) {
            throw new Problem.Forbidden(
                    "LIVE_NOT_ALLOWED", "This operation is for the test environment only; use a test object");
        }
    }

    public static boolean of(JsonBody body) {
        var word = body.text(NAME, LENGTH_MAX);
        if (!word.isEmpty() && !word.equals(word(true)) && !word.equals(word(false))) {
            body.wrong(NAME, "unknown", "must be test or live");
        }
        return word.equals(word(true));
    }
}
