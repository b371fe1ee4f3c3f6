package io.tical.server.member;

import io.tical.server.currency.Currencies;
import io.tical.server.http.Content;
import io.tical.server.http.CsvWriter;
import io.tical.server.http.Paging;
import io.tical.server.http.SessionCall;
import io.tical.server.http.StreamedContent;
import io.tical.server.session.Member;
import io.tical.server.transaction.Found;
import io.tical.server.transaction.Page;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.UUID;
import java.util.function.Function;

/**
 * The common parts of lists.
 *
 * @param zones the time zone of an organization's days
 * @param exports limits files
 * @param searches limits searches, also those of files
 */
public record Lists(
        Paging paging,
        Function<UUID, ZoneId> zones,
        Currencies currencies,
        Clock clock,
        LongReads exports,
        LongReads searches) {
    public Lists(Paging paging, Function<UUID, ZoneId> zones, Currencies currencies, Clock clock) {
        this(paging, zones, currencies, clock, new LongReads("exports"), new LongReads("searches"));
    }

    public ZoneId zone(SessionCall<Member> call) {
        return zones.apply(call.person().organizationId());
    }

    /** A search with these steps. */
    <T> PartSteps<T> search(Function<Page, Found<T>> find) {
        return new PartSteps<>(searches, find);
    }

    /** The sheet with times in this zone. */
    public Sheet.In in(Sheet sheet, SessionCall<Member> call) {
        return sheet.in(zone(call), currencies);
    }

    /** A file that is named after the list, the environment and the organization's day. */
    public Content file(SessionCall<Member> call, String name, String environment, Iterator<byte[]> lines) {
        var today = LocalDate.ofInstant(clock.instant(), zone(call));
        return StreamedContent.file(
                CsvWriter.TYPE,
                name + "-" + environment + "-" + today + ".csv",
                client -> exports.serve(call.person().organizationId(), () -> lines.forEachRemaining(client::write)));
    }
}
