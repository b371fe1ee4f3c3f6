package io.tical.server.dashboard;

import io.tical.server.currency.Currencies;
import io.tical.server.http.CsvWriter;
import io.tical.server.http.Download;
import io.tical.server.http.Paging;
import io.tical.server.http.SessionCall;
import io.tical.server.merchant.Policies;
import io.tical.server.session.Member;
import io.tical.server.transaction.Found;
import io.tical.server.transaction.Page;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * What the lists have in common.
 *
 * @param reading the exports that read from the database at a time, on this node
 * @param searching the searches that do, likewise
 */
record Lists(
        Paging paging, Policies policies, Currencies currencies, Clock clock, Semaphore reading, Semaphore searching) {
    /** Few of the connections of a node, which payments need. */
    private static final int READING_MAX = 2;

    Lists(Paging paging, Policies policies, Currencies currencies, Clock clock) {
        this(paging, policies, currencies, clock, new Semaphore(READING_MAX, true), new Semaphore(READING_MAX, true));
    }

    /** The time zone of the organization's days. */
    ZoneId zone(SessionCall<Member> call) {
        return policies.of(call.person().organizationId()).zone();
    }

    /** A search with these steps. */
    <T> PartSteps<T> search(Function<Page, Found<T>> find) {
        return new PartSteps<>(searching, find);
    }

    /** The sheet with times in this zone. */
    Sheet.In in(Sheet sheet, SessionCall<Member> call) {
        return sheet.in(zone(call), currencies);
    }

    /** A file that is named after the list, the environment and the organization's day. */
    Download file(SessionCall<Member> call, String name, String environment, Iterator<byte[]> lines) {
        var today = LocalDate.ofInstant(clock.instant(), zone(call));
        return new Download(CsvWriter.TYPE, name + "-" + environment + "-" + today + ".csv", lines);
    }
}
