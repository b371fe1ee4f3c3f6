package io.tical.server.suspense;

import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import io.tical.server.suspense.Unmatched.Source;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Unallocated funds in the overview of operators. */
final class SuspenseOverview {
    static final Queue OPEN =
            new QueueTable("suspense_open", "suspense", "suspense", "suspense_id", "status = 'open'", true);

    static final Search SEARCH = new SearchTable(
            "suspense",
            "suspense_id",
            "t.status, t.amount, t.currency, null AS reference",
            List.of(
                    Place.id("suspense", "suspense_id"),
                    // The index has the source before the reference.
                    Place.prefix(
                            "reference",
                            "(SELECT DISTINCT source FROM unnest(ARRAY[" + sources() + "]) source) s"
                                    + " JOIN suspense t ON t.source = s.source",
                            "t.reference BETWEEN :from AND :to",
                            "t.source, t.reference")));

    private SuspenseOverview() {}

    private static String sources() {
        return Arrays.stream(Source.values())
                .map(source -> "'" + source.word() + "'")
                .collect(Collectors.joining(", "));
    }
}
