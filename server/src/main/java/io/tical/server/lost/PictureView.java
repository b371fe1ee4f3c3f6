package io.tical.server.lost;

import io.tical.server.outward.Departure;
import io.tical.server.outward.Lost;
import io.tical.server.outward.LostCases.Concerned;
import io.tical.server.outward.LostCases.Picture;
import io.tical.server.outward.LostCases.Sum;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was lost in one environment, without what people have closed.
 *
 * @param from when the first of it left
 * @param until when the last of it left
 * @param organizations those with most open cases first, at most 100 of both environments together
 */
record PictureView(
        boolean livemode, Instant from, Instant until, List<SumView> sums, List<ConcernedView> organizations) {
    /** @param amount minor units */
    private record SumView(Departure.Kind kind, Lost.Status status, String currency, long count, long amount) {}

    private record ConcernedView(UUID id, @Nullable String name, long cases, long open) {}

    /** The environments in which something was lost; live first. */
    static List<PictureView> of(Picture picture, Function<UUID, Optional<String>> organizationName) {
        var views = new ArrayList<PictureView>();
        for (var livemode : List.of(true, false)) {
            var sums = picture.sums().stream()
                    .filter(one -> one.livemode() == livemode)
                    .toList();
            if (!sums.isEmpty()) {
                var concerned = picture.concerned().stream()
                        .filter(one -> one.livemode() == livemode)
                        .toList();
                views.add(of(livemode, sums, concerned, organizationName));
            }
        }
        return views;
    }

    private static PictureView of(
            boolean livemode,
            List<Sum> sums,
            List<Concerned> concerned,
            Function<UUID, Optional<String>> organizationName) {
        return new PictureView(
                livemode,
                sums.stream().map(Sum::first).min(Comparator.naturalOrder()).orElseThrow(),
                sums.stream().map(Sum::last).max(Comparator.naturalOrder()).orElseThrow(),
                sums.stream()
                        .map(one -> new SumView(one.kind(), one.status(), one.currency(), one.count(), one.amount()))
                        .toList(),
                concerned.stream()
                        .map(one -> new ConcernedView(
                                one.organizationId(),
                                organizationName.apply(one.organizationId()).orElse(null),
                                one.cases(),
                                one.open()))
                        .toList());
    }
}
