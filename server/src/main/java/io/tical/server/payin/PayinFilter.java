package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Which payins a list shows.
 *
 * @param text a prefix of the reference, of the id or of the holder name; empty selects nothing
 */
public record PayinFilter(
        Optional<PayinStatus> status, Optional<String> currency, Optional<String> reference, String text) {
    public static PayinFilter of(Query query) {
        var status = query.text("status")
                .map(word -> PayinStatus.of(word)
                        .orElseThrow(() -> new Problem.Invalid("status", "unknown", "is not a status of payins")));
        var merchantRef = query.text("merchant_ref_id");
        var orderRef = query.text("order_ref");
        if (merchantRef.isPresent() && orderRef.isPresent()) {
            throw new Problem.Invalid(
                    "order_ref", "mixed_vocabulary", "and merchant_ref_id are the same filter; use one");
        }
        return new PayinFilter(
                status,
                query.text("currency").map(code -> code.toUpperCase(Locale.ROOT)),
                merchantRef.or(() -> orderRef),
                query.search());
    }

    /** The filter as text, to which cursors are bound. */
    public String fingerprint() {
        return "payins:" + status + ":" + currency + ":" + reference + ":" + text;
    }

    /** The smallest and the largest id that begin with the text, when it is the beginning of an id. */
    Optional<IdRange> ids() {
        if (text.isEmpty() || text.length() > 36 || !text.matches("[0-9a-fA-F-]+")) {
            return Optional.empty();
        }
        var low = text + "00000000-0000-0000-0000-000000000000".substring(text.length());
        var high = text + "ffffffff-ffff-ffff-ffff-ffffffffffff".substring(text.length());
        return Ids.parse(low).flatMap(from -> Ids.parse(high).map(to -> new IdRange(from, to)));
    }

    record IdRange(UUID from, UUID to) {}
}
