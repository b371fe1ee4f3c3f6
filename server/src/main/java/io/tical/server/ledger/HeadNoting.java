package io.tical.server.ledger;

import io.tical.server.module.Platform;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

    /** A service of the operator that keeps the heads. */
    public interface Receiver extends AutoCloseable {
        /** Sends a text. Returns why the service did not accept it, or nothing if it did. */
        Optional<String> post(String text);

        @Override
        void close();
    }

    /** Creates the client of a service that keeps the heads. */
    public interface Receivers {
        /** @param secret signs the posts; empty for no signature */
        Receiver at(URI url, String secret, Clock clock);
    }

    /** Writes a note. Returns why it was not written, or nothing if it was. */
    private interface Sink {
        Optional<String> write(Instant at, String text);
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
            sink.write(at, text(at, heads)).ifPresentOrElse(this::failed, () -> {
                noted = heads;
                succeeded();
            });
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

    static HeadNoting of(Platform platform, Receivers receivers, Options options) {
        var places = new ArrayList<Place>();
        if (!options.directory().isEmpty()) {
            var folder = new HeadFolder(Path.of(options.directory()));
            places.add(new Place("TICAL_HEADS_DIRECTORY", (at, text) -> written(folder, at, text)));
        }
        if (!options.url().isEmpty()) {
            var receiver = platform.open(receivers.at(URI.create(options.url()), options.secret(), platform.clock()));
            places.add(new Place("TICAL_HEADS_URL", (at, text) -> receiver.post(text)));
        }
        return new HeadNoting(new ChainEnds(platform.database()), platform.clock(), places);
    }

    private static Optional<String> written(HeadFolder folder, Instant at, String text) {
        try {
            folder.write(at, text);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getClass().getSimpleName() + " " + e.getMessage());
        }
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
