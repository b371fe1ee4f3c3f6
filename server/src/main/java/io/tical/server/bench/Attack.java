package io.tical.server.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The attacks of {@code bench --hostile}. */
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

    /** The service's file limit during {@link #DESCRIPTORS}. */
    static final int DESCRIPTORS_MAX = 4_096;

    /**
     * The attack at a size.
     *
     * @param scale 1 for the normal size, 2 for twice the size
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

    /** One attack at one size. */
    interface Round {
        /** A description with the size. */
        String name();

        /** Why this machine cannot carry it out; null if it can. */
        default @Nullable String obstacle() {
            return null;
        }

        /** Starts processes and creates payins before the measurement. */
        default void prepare(ServiceAddress service) throws IOException, InterruptedException {}

        /** Attacks for about fifteen seconds and returns the findings. */
        List<Finding> run(ServiceAddress service) throws IOException, InterruptedException;
    }

    /** An observation of the attacker, and whether it meets the target. */
    record Finding(String text, boolean met) {}
}
