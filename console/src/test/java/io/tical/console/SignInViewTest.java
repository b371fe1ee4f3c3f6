package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javafx.application.ColorScheme;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** The sign-in screen as an operator meets it; each run leaves its pictures in target/screens. */
@ExtendWith(ApplicationExtension.class)
class SignInViewTest {
    private final SignInModel model = new SignInModel("http://127.0.0.1:8082");
    private final SimpleObjectProperty<ColorScheme> scheme = new SimpleObjectProperty<>(ColorScheme.LIGHT);
    private Scene scene;

    @Start
    void start(Stage stage) {
        scene = new Scene(new SignInView(model).root(), 960, 720);
        Look.follow(scheme, scene);
        stage.setScene(scene);
        stage.show();
    }

    @Test
    void what_is_typed_reaches_the_model(FxRobot robot) {
        robot.write("mali");
        robot.clickOn("#password").write("secret");

        assertThat(model.userName().get()).isEqualTo("mali");
        assertThat(model.password().get()).isEqualTo("secret");
    }

    @Test
    void nobody_can_sign_in_yet_and_the_screen_says_why(FxRobot robot) {
        robot.write("mali").clickOn("#password").write("secret");

        assertThat(robot.lookup("#sign-in").queryAs(Button.class).isDisabled()).isTrue();
        assertThat(robot.lookup("#notice").queryAs(Label.class).getText()).isEqualTo(SignInModel.NOT_YET);
    }

    @Test
    void a_bad_address_is_explained_where_it_stands(FxRobot robot) {
        var problem = robot.lookup("#address-problem").queryAs(Label.class);
        assertThat(problem.isVisible()).isFalse();

        var address = robot.lookup("#address").queryAs(TextField.class);
        robot.interact(() -> address.setText("http://10.0.0.5:8082"));

        assertThat(problem.isVisible()).isTrue();
        assertThat(problem.getText()).isEqualTo("Over a network the address must begin with https.");
        Screens.save(robot, scene, Path.of("target/screens/sign-in-problem.png"));
    }

    @Test
    void it_follows_the_system_from_light_to_dark(FxRobot robot) {
        var light = Screens.save(robot, scene, Path.of("target/screens/sign-in-light.png"));
        robot.interact(() -> scheme.set(ColorScheme.DARK));
        var dark = Screens.save(robot, scene, Path.of("target/screens/sign-in-dark.png"));

        assertThat(light.getPixelReader().getColor(4, 4)).isEqualTo(Color.web("#f5f7fa"));
        assertThat(dark.getPixelReader().getColor(4, 4)).isEqualTo(Color.web("#0b1420"));
    }
}
