package io.tical.console.part;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.Scene;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;

/** A text in a narrow column. */
class WrappedTest {
    private static final double WIDTH = 160;

    @Test
    void thaiIsBrokenBetweenWordsAndStaysInItsColumn() throws Exception {
        var robot = new FxRobot();
        var stage = FxToolkit.registerPrimaryStage();
        var wrapped = FxToolkit.setupFixture(() -> {
            var made = new Wrapped("ตรวจสอบบัญชีที่ยังไม่ยืนยันตั้งแต่ 24 พ.ย. 2026, 12:26:14");
            made.setMaxWidth(WIDTH);
            stage.setScene(new Scene(new VBox(made), 400, 300));
            stage.show();
            return made;
        });
        robot.interact(() -> {
            var words = wrapped.getChildrenUnmodifiable().stream()
                    .map(Text.class::cast)
                    .toList();
            assertThat(words)
                    .extracting(Text::getText)
                    .contains("ยืนยัน", "ตั้งแต่ ", "12:26:14")
                    .doesNotContain(wrapped.getText());
            assertThat(words)
                    .allSatisfy(word -> assertThat(right(word)).isLessThanOrEqualTo(WIDTH + blank(word)))
                    .anySatisfy(word ->
                            assertThat(word.getBoundsInParent().getMinY()).isGreaterThan(10));
            assertThat(wrapped.getHeight())
                    .isGreaterThanOrEqualTo(
                            2 * words.getFirst().getLayoutBounds().getHeight());

            wrapped.setText("ตรวจสอบแล้ว");
            wrapped.applyCss();
            assertThat(wrapped.getChildrenUnmodifiable().stream()
                            .map(word -> ((Text) word).getText())
                            .reduce("", String::concat))
                    .isEqualTo("ตรวจสอบแล้ว");

            wrapped.setText("English 24 Nov 2026");
            wrapped.applyCss();
            assertThat(wrapped.getChildrenUnmodifiable()).hasSize(1);
            stage.hide();
        });
    }

    private static double right(Text word) {
        return word.getBoundsInParent().getMaxX();
    }

    /** The blank behind a word may stand beyond the end of its line. */
    private static double blank(Text word) {
        return word.getText().endsWith(" ") ? word.getFont().getSize() / 2 : 1;
    }
}
