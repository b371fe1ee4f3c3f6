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
 * The common parts of lists.
 *
 * @param reading limits the exports that read from the database at the same time on this node
 * @param searching limits concurrent searches in the same way
 */
record Lists(
        Paging paging, Policies policies, Currencies currencies, Clock clock, Semaphore reading, Semaphore searching) {
    /** Uses only a few of the node's connections, because payments need them. */
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
