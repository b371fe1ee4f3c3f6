package io.tical.server.ledger;

import io.tical.server.module.Platform;
import io.tical.server.rail.HeadsReceiver;
import io.tical.server.rail.UpstreamFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the heads of all chains to the places that the operator configured, in the form that {@code ./tical audit --against} reads. Every
 * node does this in its own rounds. A failing place is logged once and shown in the health check until it works again; it receives the
 * heads of the next round.
 */
public final class HeadNoting {
    private static final Logger LOG = LoggerFactory.getLogger(HeadNoting.class);

    private final ChainEnds ends;
    private final Clock clock;
    private final List<Place> places;

    /**
     * The places where heads are noted.
     *
     * @param directory a folder; empty for none
     * @param url an address to which heads are posted; empty for none
     * @param secret signs the posts; empty for no signature
     * @param pause the interval between notes, if the heads have changed
     */
    public record Options(String directory, String url, String secret, Duration pause) {}

    /** Writes a note. */
    private interface Sink {
        void write(Instant at, String text) throws IOException;
    }

    /** A place where heads are noted, with its last result. */
    private static final class Place {
        private final String setting;
        private final Sink sink;
        private List<Head> noted = List.of();
        private volatile @Nullable String failure;

        Place(String setting, Sink sink) {
            this.setting = setting;
            this.sink = sink;
        }

        void offer(Instant at, List<Head> heads) {
            if (heads.equals(noted)) {
                return;
            }
            try {
                sink.write(at, text(at, heads));
                noted = heads;
                succeeded();
            } catch (IOException e) {
                failed(e.getClass().getSimpleName() + " " + e.getMessage());
            } catch (UpstreamFailure e) {
                failed(e.why());
            }
        }

        private void succeeded() {
            if (failure != null) {
                LOG.info("Heads are noted in {} again", setting);
            }
            failure = null;
        }

        private void failed(String why) {
            var sentence = "Heads are not noted in " + setting + ": " + why + ".";
            if (failure == null) {
                LOG.error("{} Further failures are not logged until it succeeds", sentence);
            }
            failure = sentence;
        }
    }

    private HeadNoting(ChainEnds ends, Clock clock, List<Place> places) {
        this.ends = ends;
        this.clock = clock;
        this.places = places;
    }

    static HeadNoting of(Platform platform, Options options) {
        var places = new ArrayList<Place>();
        if (!options.directory().isEmpty()) {
            places.add(new Place("TICAL_HEADS_DIRECTORY", new HeadFolder(Path.of(options.directory()))::write));
        }
        if (!options.url().isEmpty()) {
            var receiver =
                    platform.open(new HeadsReceiver(URI.create(options.url()), options.secret(), platform.clock()));
            places.add(new Place("TICAL_HEADS_URL", (at, text) -> receiver.post(text)));
        }
        return new HeadNoting(new ChainEnds(platform.database()), platform.clock(), places);
    }

    private static String text(Instant at, List<Head> heads) {
        var version = Head.class.getPackage().getImplementationVersion();
        return "# Noted by Tical " + Objects.requireNonNullElse(version, "without a version") + "\n"
                + Head.lines(at, heads);
    }

    /** Notes the heads at each place whose last noted heads differ. */
    void runOnce() {
        if (!places.isEmpty()) {
            var at = clock.instant();
            var heads = ends.read();
            if (!heads.isEmpty()) {
                places.forEach(place -> place.offer(at, heads));
            }
        }
    }

    /** A sentence about each place where the last attempt failed. */
    List<String> failures() {
        return places.stream()
                .flatMap(place -> Stream.ofNullable(place.failure))
                .toList();
    }
}
