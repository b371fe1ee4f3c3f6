package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Which payouts a list shows.
 *
 * @param text a prefix of the reference, of the id or of the holder name
 */
public record PayoutFilter(
        Optional<PayoutStatus> status, Optional<String> currency, Optional<String> reference, Optional<String> text) {
    /** @throws Problem.Invalid for a filter that is not valid */
    public static PayoutFilter of(Query query) {
        var status = query.text("status")
                .map(word -> PayoutStatus.of(word)
                        .orElseThrow(() -> new Problem.Invalid("status", "unknown", "is not a status of payouts")));
        var merchantRef = query.text("merchant_ref_id");
        var orderRef = query.text("order_ref");
        if (merchantRef.isPresent() && orderRef.isPresent()) {
            throw new Problem.Invalid(
                    "order_ref", "mixed_vocabulary", "and merchant_ref_id are the same filter; use one");
        }
        return new PayoutFilter(
                status,
                query.text("currency").map(code -> code.toUpperCase(Locale.ROOT)),
                merchantRef.or(() -> orderRef),
                Optional.of(query.search()).filter(text -> !text.isEmpty()));
    }

    /** The filter as text, to which cursors are bound. */
    public String fingerprint() {
        return "payouts:" + status + ":" + currency + ":" + reference + ":" + text;
    }

    /** The smallest and the largest id that begin with the text, when it is the beginning of an id. */
    static Optional<IdRange> idRange(String prefix) {
        if (prefix.length() > 36 || !prefix.matches("[0-9a-fA-F-]+")) {
            return Optional.empty();
        }
        var low = prefix + "00000000-0000-0000-0000-000000000000".substring(prefix.length());
        var high = prefix + "ffffffff-ffff-ffff-ffff-ffffffffffff".substring(prefix.length());
        return Ids.parse(low).flatMap(from -> Ids.parse(high).map(to -> new IdRange(from, to)));
    }

    record IdRange(UUID from, UUID to) {}
}
