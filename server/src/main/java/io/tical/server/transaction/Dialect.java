package io.tical.server.transaction;

import io.tical.common.Word;
import io.tical.server.input.JsonBody;
import io.tical.server.problem.Problem;
import java.util.List;

/** The vocabulary of a request, which also decides how its transaction behaves and is shown. */
public enum Dialect implements Word {
    /** The fields of the API reference, such as {@code order_ref}. A payout is captured at once. */
    V1,
    /**
     * The fields of the examples of the integration guide, such as {@code merchant_ref_id}, for clients that were written after it. A payout
     * is reserved first, and captured by background work.
     */
    GUIDE;

    /**
     * The vocabulary of a body: the guide's if it has one of the guide's own fields.
     *
     * @param v1 the fields that only v1 has
     * @param guide the fields that only the guide's vocabulary has
     * @throws Problem.Invalid when it has fields of both
     */
    public static Dialect of(JsonBody json, List<String> v1, List<String> guide) {
        var isGuide = guide.stream().anyMatch(json::has);
        if (isGuide && v1.stream().anyMatch(json::has)) {
            throw new Problem.Invalid(
                    "body",
                    "mixed_vocabulary",
                    "uses the fields of both vocabularies; use " + String.join(", ", v1) + " or "
                            + String.join(", ", guide) + ", not both");
        }
        return isGuide ? GUIDE : V1;
    }
}
