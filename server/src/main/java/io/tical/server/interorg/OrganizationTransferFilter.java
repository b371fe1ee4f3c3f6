package io.tical.server.interorg;

import io.tical.common.Word;
import io.tical.server.input.Query;
import io.tical.server.interorg.OrganizationTransfer.Direction;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Narrowing;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a list of transfers; null for no filter.
 *
 * @param reference the sender's, so it finds outgoing transfers only
 * @param from the smallest id
 * @param until larger than every id
 */
public record OrganizationTransferFilter(
        @Nullable Direction direction,
        @Nullable String currency,
        @Nullable String reference,
        @Nullable UUID from,
        @Nullable UUID until) {
    /**
     * Reads the filters of a query.
     *
     * @throws Problem.Invalid when the direction is neither {@code incoming} nor {@code outgoing}
     */
    static OrganizationTransferFilter of(Query query) {
        var direction = query.text("direction")
                .map(word -> Word.find(Direction.class, word)
                        .orElseThrow(
                                () -> new Problem.Invalid("direction", "unknown", "must be incoming or outgoing")));
        return new OrganizationTransferFilter(
                direction.orElse(null),
                query.text("currency")
                        .map(code -> code.toUpperCase(Locale.ROOT))
                        .orElse(null),
                query.text("merchant_ref_id").orElse(null),
                null,
                null);
    }

    /**
     * The same with the days of people: {@link Narrowing}.
     *
     * @param zone in which days begin
     */
    public static OrganizationTransferFilter of(Query query, ZoneId zone) {
        var all = of(query);
        var days = Narrowing.of(query, zone);
        return new OrganizationTransferFilter(all.direction, all.currency, all.reference, days.from(), days.until());
    }

    boolean isEmpty() {
        return direction == null && currency == null && reference == null;
    }

    /** The directions that it lets through. */
    List<Direction> directions() {
        return direction == null ? List.of(Direction.values()) : List.of(direction);
    }

    /** Those of these currencies that it lets through. */
    List<String> of(List<String> currencies) {
        return currencies.stream()
                .filter(code -> currency == null || currency.equals(code))
                .toList();
    }
}
