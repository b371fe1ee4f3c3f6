package io.tical.console.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.CurrencyProfile;
import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.DecisionTerms.Difference;
import io.tical.console.queue.Consequence.Sum;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.text.Formats;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said before a decision is made of what is typed, and what is typed decides whether it can be confirmed. */
class PreviewTest {
    private static final long EXPECTED = 68_805;
    private static final Map<String, Object> NOTHING = Map.of();

    private final Formats formats = new Formats(
            new Texts(Language.ENGLISH),
            Map.of("THB", new CurrencyProfile("THB", "Baht", "฿", "th", "", 2, 1)),
            ZoneOffset.UTC);

    private static DecisionTerms terms(@Nullable Long expected, long tolerance, Difference... differences) {
        return new DecisionTerms(
                "THB",
                expected,
                tolerance,
                new DecisionTerms.Fee(20, 0, 1),
                List.of("paid_amount"),
                List.of(differences),
                List.of("payer_error", "other"));
    }

    private static Decision decision(Terms terms) {
        return new Decision(
                "slips.accept",
                KeyCode.A,
                Weight.PRIMARY,
                Consequence.of("Enter what arrived.")
                        .of(new Sum("paid_amount", "THB", "slips.accept.consequence", "Shop", "order-1"))
                        .under(terms),
                List.of(new Input.Amount("paid_amount", "slips.paid", "THB", null), Input.note()),
                "/admin/v1/slips/1/accept",
                Map.of());
    }

    private static Decision live(DecisionTerms terms) {
        return decision(Terms.of(terms, true));
    }

    private Preview preview(Decision decision, Map<String, Object> given) {
        return Preview.of(decision, given, formats);
    }

    private static Map<String, Object> typed(long amount) {
        return Map.of("paid_amount", amount);
    }

    @Test
    void theSentenceHasTheTypedAmountItsFeeAndWhatIsCredited() {
        var accept = live(terms(EXPECTED, 0));
        assertThat(preview(accept, NOTHING).sentence()).isEqualTo("Enter what arrived.");
        assertThat(preview(accept, typed(EXPECTED)).sentence())
                .contains("688.05 THB", "13.76 THB", "674.29 THB", "Shop", "order-1");
        assertThat(preview(accept, typed(6_880_500)).sentence())
                .contains("68,805.00 THB", "1,376.10 THB", "67,428.90 THB");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            68805    | Exactly the expected amount.
            68806    | 0.01 THB more than the expected 688.05 THB.
            68705    | 1.00 THB less than the expected 688.05 THB.
            688      | 681.17 THB less than the expected 688.05 THB.
            137609   | 688.04 THB more than the expected 688.05 THB.
            137610   | 688.05 THB more than expected — 2 times 688.05 THB.
            172012   | 1,032.07 THB more than expected — 2.4 times 688.05 THB.
            6880500  | 68,116.95 THB more than expected — 100 times …
            68805000 | 687,361.95 THB more than expected — 1,000 times …
            """)
    void theDifferenceIsSaidInWords(long typed, String said) {
        assertThat(preview(live(terms(EXPECTED, 0)), typed(typed)).difference())
                .startsWith(said.replace("…", "").strip());
    }

    @Test
    void anAmountThatNobodyExpectsDiffersFromNothing() {
        var preview = preview(live(terms(null, 0)), typed(EXPECTED));
        assertThat(preview.difference()).isEmpty();
        assertThat(preview.differs()).isFalse();
        assertThat(preview.blocked()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "68805, 0, false, false",
        "68806, 0, true, false",
        "68905, 100, false, false",
        "68906, 100, true, false",
        "68704, 100, true, false",
        "137609, 100, true, false",
        "137610, 100, true, true",
    })
    void aReasonIsNeededAboveTheToleranceAndAColleagueFromTwiceTheAmount(
            long typed, long tolerance, boolean reason, boolean colleague) {
        var accept = live(terms(EXPECTED, tolerance));
        var preview = preview(accept, typed(typed));
        assertThat(preview.blocked()).isEqualTo(reason);
        assertThat(preview.reason().isEmpty()).isEqualTo(!reason);
        assertThat(preview.secondPerson().isEmpty()).isEqualTo(!colleague);
        assertThat(accept.problems(typed(typed)).keySet())
                .isEqualTo(reason ? java.util.Set.of("override_reason", "note") : java.util.Set.of());
    }

    @Test
    void aReasonAndANoteLiftTheBlock() {
        var accept = live(terms(EXPECTED, 0));
        assertThat(preview(accept, Map.of("paid_amount", 70_000L, "override_reason", "other"))
                        .blocked())
                .isTrue();
        assertThat(preview(accept, Map.of("paid_amount", 70_000L, "note", "seen"))
                        .blocked())
                .isTrue();
        var explained = Map.<String, Object>of("paid_amount", 70_000L, "override_reason", "other", "note", "seen");
        assertThat(preview(accept, explained).blocked()).isFalse();
        assertThat(accept.problems(explained)).isEmpty();
        assertThat(accept.body(explained)).containsEntry("override_reason", "other");
    }

    @Test
    void aReasonThatIsNotNeededAnyMoreIsNotSent() {
        var corrected = Map.<String, Object>of("paid_amount", EXPECTED, "override_reason", "other");
        assertThat(live(terms(EXPECTED, 0)).body(corrected)).doesNotContainKey("override_reason");
    }

    @Test
    void aDifferenceNeedsAReasonWhateverTheAmountIs() {
        var accept = live(terms(EXPECTED, 0, new Difference("receiver", true), new Difference("time", false)));
        var preview = preview(accept, typed(EXPECTED));
        assertThat(preview.blocked()).isTrue();
        assertThat(preview.reason()).startsWith("Checks differ");
        assertThat(preview.secondPerson()).contains("you override Receiver.");
        assertThat(preview(live(terms(EXPECTED, 0, new Difference("time", false))), typed(EXPECTED))
                        .secondPerson())
                .isEmpty();
    }

    @Test
    void inTestOnePersonDecidesWithTheSameReason() {
        var accept = decision(Terms.of(terms(EXPECTED, 0, new Difference("receiver", true)), false));
        var preview = preview(accept, typed(6_880_500));
        assertThat(preview.blocked()).isTrue();
        assertThat(preview.secondPerson()).isEmpty();
    }

    /** Such as the leg of a payout that a transfer is reported for. */
    @Test
    void theTermsAreThoseOfWhatIsChosen() {
        var accept = decision(new Terms("step", Map.of(1, terms(EXPECTED, 0), 2, terms(2 * EXPECTED, 0)), true));
        assertThat(preview(accept, typed(EXPECTED)).difference()).isEmpty();
        assertThat(preview(accept, Map.of("paid_amount", EXPECTED, "step", 1)).differs())
                .isFalse();
        assertThat(preview(accept, Map.of("paid_amount", EXPECTED, "step", 2)).differs())
                .isTrue();
    }

    @Test
    void whatTheServiceRequiresIsAskedFor() {
        var required =
                new DecisionTerms("THB", EXPECTED, 0, null, List.of("reference", "sending_bank"), List.of(), List.of());
        var accept = new Decision(
                "slips.accept",
                KeyCode.A,
                Weight.PRIMARY,
                Consequence.of("").under(Terms.of(required, true)),
                List.of(
                        new Input.Text("reference", "slips.reference", false, 64),
                        new Input.SendingBank("sending_bank", "slips.sending-bank", ""),
                        Input.note()),
                "/",
                Map.of());
        assertThat(accept.problems(NOTHING)).containsOnlyKeys("reference", "sending_bank");
        assertThat(accept.problems(Map.of("reference", "R", "sending_bank", "NOBANK")))
                .containsOnlyKeys("sending_bank");
        assertThat(accept.problems(Map.of("reference", "R", "sending_bank", "OTHER")))
                .isEmpty();
    }
}
