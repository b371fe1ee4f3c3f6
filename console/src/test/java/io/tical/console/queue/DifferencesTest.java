package io.tical.console.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.CurrencyProfile;
import io.tical.console.text.Formats;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import javafx.scene.Group;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;

/** The overridden checks beside the form of a decision, with the longest values. */
class DifferencesTest {
    /** The pane of a decision in the narrowest window. */
    private static final double WIDTH = 480;

    @ParameterizedTest
    @ValueSource(strings = {"1,500.00 THB", "92,233,720,368,547,758.07 THB", "9,223,372,036,854.775807 USDT"})
    void noNumberIsBrokenOrCut(String amount) throws Exception {
        var formats = new Formats(
                new Texts(Language.THAI),
                Map.of("THB", new CurrencyProfile("THB", "Baht", "฿", "th", "", 2, 1)),
                ZoneOffset.UTC);
        var account = "KBANK DE12345678901234567890123456789012";
        var aside = new Aside.Differences(List.of(
                new Aside.Difference("จำนวนเงิน", amount, amount, true),
                new Aside.Difference("ผู้รับ", account, account, amount.length() > 20),
                new Aside.Difference("ชื่อ", "A name of words that may break ".repeat(4), "สมหญิง", false)));
        var stage = FxToolkit.registerPrimaryStage();
        var grid = FxToolkit.setupFixture(() -> {
            var made = (GridPane) AsideView.of(formats, aside).orElseThrow();
            var pane = new VBox(made);
            pane.setMinWidth(WIDTH);
            pane.setMaxWidth(WIDTH);
            stage.setScene(new Scene(new Group(pane)));
            stage.show();
            return made;
        });
        new FxRobot().interact(() -> {
            grid.getScene().getRoot().applyCss();
            grid.getScene().getRoot().layout();
            var numbers = grid.getChildren().stream()
                    .map(Label.class::cast)
                    .filter(label -> label.getText().equals(amount)
                            || (label.getText().startsWith("KBANK") && amount.length() > 20))
                    .toList();
            assertThat(numbers).hasSizeGreaterThan(1).allSatisfy(label -> {
                assertThat(label.getBoundsInParent().getMaxX()).isLessThanOrEqualTo(WIDTH);
                assertThat(label.getChildrenUnmodifiable())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                Text.class, text -> assertThat(text.getText()).isEqualTo(label.getText()));
                assertThat(label.getHeight())
                        .isEqualTo(label.prefHeight(-1), org.assertj.core.api.Assertions.within(1.0));
            });
            stage.hide();
        });
    }
}
