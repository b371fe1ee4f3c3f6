package io.tical.console;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javax.imageio.ImageIO;
import org.testfx.api.FxRobot;

/** Pictures of screens, to be looked at by people: {@code ./mvnw -pl console -am test -Dtical.pictures=true} writes them. */
final class Screens {
    private static final boolean WRITTEN = Boolean.getBoolean("tical.pictures");

    private Screens() {}

    /** Renders a scene as it is now, and writes it as a PNG if pictures are asked for. */
    static WritableImage save(FxRobot robot, Scene scene, Path file) {
        var picture = new WritableImage((int) scene.getWidth(), (int) scene.getHeight());
        robot.interact(() -> scene.snapshot(picture));
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
