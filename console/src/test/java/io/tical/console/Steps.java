package io.tical.console;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.application.Platform;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;

/** What is done with a window step by step: the next one follows the layout of the last, where the robot itself would wait 50 ms and more. */
record Steps(FxRobot robot, Stage stage) {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Does something on the thread of the user interface, and lets it take effect. */
    void interact(Runnable task) {
        WaitForAsyncUtils.waitForAsyncFx(PATIENCE.toMillis(), task);
        settle();
    }

    /** Presses keys together and releases them. */
    void push(KeyCode... keys) {
        var keyboard = robot.robotContext().getBaseRobot();
        List.of(keys).forEach(keyboard::pressKeyboard);
        List.of(keys).reversed().forEach(keyboard::releaseKeyboard);
        settle();
    }

    /** Until the window is laid out with all that was done, and with what the layout has put off. */
    void settle() {
        var laidOut = new CompletableFuture<Void>();
        Platform.runLater(() -> {
            if (!stage.isShowing()) {
                laidOut.complete(null);
                return;
            }
            var scene = stage.getScene();
            scene.addPostLayoutPulseListener(new Runnable() {
                @Override
                public void run() {
                    scene.removePostLayoutPulseListener(this);
                    Platform.runLater(() -> laidOut.complete(null));
                }
            });
            Platform.requestNextPulse();
        });
        laidOut.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
}
