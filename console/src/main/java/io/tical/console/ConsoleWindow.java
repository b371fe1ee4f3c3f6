package io.tical.console;

import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;

/** The console's one window. */
public final class ConsoleWindow extends Application {
    @Override
    public void start(Stage stage) {
        var model = new SignInModel(SignInModel.addressFrom(System.getenv()));
        var scene = new Scene(new SignInView(model).root(), 960, 720);
        Look.follow(Platform.getPreferences().colorSchemeProperty(), scene);
        stage.setTitle("Tical");
        stage.setMinWidth(480);
        stage.setMinHeight(640);
        stage.setScene(scene);
        stage.show();
    }
}
