package io.tical.server.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code bench --hostile} can do to a service. */
public enum Attack {
    UNREAD,
    HEADERS,
    BODIES,
    DESCRIPTORS,
    DEADLINES,
    MALFORMED,
    UPLOADS,
    SIGN_INS,
    PAGES;

    /** How many files the service may open during {@link #DESCRIPTORS}. */
    static final int DESCRIPTORS_MAX = 4_096;

    /**
     * The attack at a size.
     *
     * @param scale 1 for the size that is judged, 2 for twice that
     */
    Round round(double scale, BenchMerchant merchant) {
        return switch (this) {
            case UNREAD -> flood("connections with 12 unread pages each", Flood.Kind.UNREAD_PAGES, 600 * scale);
            case HEADERS -> flood("unfinished headers", Flood.Kind.UNFINISHED_HEADER, 18_000 * scale);
            case BODIES -> flood("unfinished bodies of 65 kB", Flood.Kind.UNFINISHED_BODY, 8_000 * scale);
            case DESCRIPTORS ->
                flood("connections, " + DESCRIPTORS_MAX + " descriptors", Flood.Kind.NOTHING, 6_000 * scale);
            case DEADLINES -> new DeadlineRound(count(20 * scale));
            case MALFORMED -> new MalformedRound(count(200 * scale));
            case UPLOADS -> new UploadRound(merchant, count(17 * scale));
            case SIGN_INS -> new SignInRound(count(300 * scale));
            case PAGES -> new PageRound(merchant, count(25 * scale), new ArrayList<>());
        };
    }

    private static Round flood(String what, Flood.Kind kind, double connections) {
        return new FloodRound(count(connections) + " " + what, kind, count(connections), new ArrayList<>());
    }

    private static int count(double size) {
        return (int) Math.max(1, Math.round(size));
    }

    /** One attack of one size. */
    interface Round {
        /** What is done, with its size. */
        String name();

        /** Why it cannot be done on this machine; null where it can. */
        default @Nullable String obstacle() {
            return null;
        }

        /** Prepares what needs no measuring: processes and payins. */
        default void prepare(ServiceAddress service) throws IOException, InterruptedException {}

        /** Attacks for about fifteen seconds; answers what was seen, and whether it is as wanted. */
        List<Finding> run(ServiceAddress service) throws IOException, InterruptedException;
    }

    /** Something seen beside what the healthy client saw. */
    record Finding(String text, boolean met) {}
}
