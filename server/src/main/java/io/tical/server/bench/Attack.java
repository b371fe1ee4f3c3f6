package io.tical.server.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The attacks of {@code bench --hostile}. */
public enum Attack {
    UNREAD(600, "%d connections with 12 unread files of 400 kB each"),
    HEADERS(18_000, "%d unfinished headers"),
    BODIES(8_000, "%d unfinished bodies of 65 kB"),
    DESCRIPTORS(6_000, "%d connections, " + Attack.DESCRIPTORS_MAX + " descriptors"),
    DEADLINES(20, "%d of each: half header, silent body, one byte in 25 s"),
    MALFORMED(200, "%d malformed requests/s"),
    UPLOADS(17, "%d addresses with " + UploadRound.EACH + " slow uploads each"),
    SIGN_INS(300, "%d sign-ins at once"),
    PAGES(25, "%d polling pages behind one address");

    /** The service's file limit during {@link #DESCRIPTORS}. */
    static final int DESCRIPTORS_MAX = 4_096;

    private final int normal;
    private final String description;

    Attack(int normal, String description) {
        this.normal = normal;
        this.description = description;
    }

    /** A description with the size at a scale. */
    String description(double scale) {
        return String.format(Locale.ROOT, description, size(scale));
    }

    private int size(double scale) {
        return (int) Math.max(1, Math.round(normal * scale));
    }

    /**
     * The attack at a size.
     *
     * @param scale 1 for the normal size, 2 for twice the size
     */
    Round round(double scale, BenchMerchant merchant) {
        var size = size(scale);
        return switch (this) {
            case UNREAD -> new FloodRound(Flood.Kind.UNREAD_PAGES, size, new ArrayList<>());
            case HEADERS -> new FloodRound(Flood.Kind.UNFINISHED_HEADER, size, new ArrayList<>());
            case BODIES -> new FloodRound(Flood.Kind.UNFINISHED_BODY, size, new ArrayList<>());
            case DESCRIPTORS -> new FloodRound(Flood.Kind.NOTHING, size, new ArrayList<>());
            case DEADLINES -> new DeadlineRound(size);
            case MALFORMED -> new MalformedRound(size);
            case UPLOADS -> new UploadRound(merchant, size);
            case SIGN_INS -> new SignInRound(size);
            case PAGES -> new PageRound(merchant, size, new ArrayList<>());
        };
    }

    /** One attack at one size. */
    interface Round {
        /** Why this machine cannot run it; null if it can. */
        default @Nullable String obstacle() {
            return null;
        }

        /** Starts processes and creates payins before the measurement. */
        default void prepare(ServiceProcess.Address service) throws IOException, InterruptedException {}

        /** Attacks for about fifteen seconds and returns the findings. */
        List<Finding> run(ServiceProcess.Address service) throws IOException, InterruptedException;
    }

    /** An observation of the attacker, and whether it meets the target. */
    record Finding(String text, boolean met) {
        static Finding of(boolean met, String format, Object... arguments) {
            return new Finding(String.format(Locale.ROOT, format, arguments), met);
        }
    }
}
