package io.tical.console.part;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.util.Objects;
import javafx.application.ColorScheme;
import javafx.beans.value.ObservableValue;
import javafx.scene.Scene;

/** How the console looks: AtlantaFX's shapes in Tical's colours, light or dark as the system is. */
public final class Look {
    private Look() {}

    /** Dresses a scene, now and whenever the scheme changes. */
    public static void follow(ObservableValue<ColorScheme> scheme, Scene scene) {
        dress(scene, scheme.getValue());
        scheme.addListener((_, _, now) -> dress(scene, now));
    }

    private static void dress(Scene scene, ColorScheme scheme) {
        var theme = switch (scheme) {
            case LIGHT -> new PrimerLight();
            case DARK -> new PrimerDark();
        };
        var tokens = switch (scheme) {
            case LIGHT -> "light.css";
            case DARK -> "dark.css";
        };
        scene.setUserAgentStylesheet(theme.getUserAgentStylesheet());
        scene.getStylesheets().setAll(sheet(tokens), sheet("console.css"));
    }

    private static String sheet(String name) {
        return Objects.requireNonNull(Look.class.getResource("/io/tical/console/" + name), name)
                .toExternalForm();
    }
}
