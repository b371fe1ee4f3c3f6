package io.tical.console;

import io.tical.console.text.Language;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javafx.application.ColorScheme;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javax.imageio.ImageIO;
import org.testfx.util.WaitForAsyncUtils;

/** Pictures of screens, to be looked at by people: {@code ./mvnw -pl console -am test -Dtical.pictures=true} writes them. */
final class Screens {
    private static final Duration SNAPSHOT = Duration.ofSeconds(90);
    static final boolean WRITTEN = Boolean.getBoolean("tical.pictures");

    private Screens() {}

    /** How the console looks: a language, a theme and the size of the window. */
    record Look(Language language, ColorScheme theme, int width, int height) {
        Map<String, String> remembered() {
            return Map.of(
                    "language",
                    language.name(),
                    "theme",
                    theme.name(),
                    "width",
                    String.valueOf(width),
                    "height",
                    String.valueOf(height));
        }

        /** The name of the picture of a screen. */
        String name(String state, String place) {
            return String.format(Locale.ROOT, "%s-%s-%s-%s-%d", state, place, language, theme, width)
                    .toLowerCase(Locale.ROOT);
        }
    }

    /** Every language and every theme, each once; all together at two sizes if pictures are asked for. */
    static List<Look> looks() {
        if (!WRITTEN) {
            return List.of(
                    new Look(Language.ENGLISH, ColorScheme.LIGHT, 1000, 780),
                    new Look(Language.THAI, ColorScheme.DARK, 1000, 780));
        }
        return Stream.of(Language.values())
                .flatMap(language -> Stream.of(ColorScheme.values())
                        .flatMap(theme ->
                                Stream.of(new Look(language, theme, 1440, 900), new Look(language, theme, 1000, 700))))
                .toList();
    }

    /** What stands the most text in the least room, and the opposite of it. */
    static List<Look> extremes() {
        return List.of(
                new Look(Language.THAI, ColorScheme.DARK, 1000, 700),
                new Look(Language.ENGLISH, ColorScheme.LIGHT, 1440, 900));
    }

    /** Renders a scene as it is now, and writes it as a PNG if pictures are asked for. */
    static WritableImage save(Scene scene, Path file) {
        var picture = new WritableImage((int) scene.getWidth(), (int) scene.getHeight());
        WaitForAsyncUtils.waitForAsyncFx(SNAPSHOT.toMillis(), () -> scene.snapshot(picture));
        if (WRITTEN) {
            write(picture, file);
        }
        return picture;
    }

    private static void write(WritableImage picture, Path file) {
        var width = (int) picture.getWidth();
        var height = (int) picture.getHeight();
        var png = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        var pixels = picture.getPixelReader();
        for (var y = 0; y < height; y++) {
            for (var x = 0; x < width; x++) {
                png.setRGB(x, y, pixels.getArgb(x, y));
            }
        }
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            ImageIO.write(png, "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
