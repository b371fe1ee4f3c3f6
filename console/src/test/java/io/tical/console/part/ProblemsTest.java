package io.tical.console.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.CurrencyProfile;
import io.tical.common.admin.Mention;
import io.tical.console.api.ApiProblem.FieldProblem;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.text.Formats;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Refusals in the operator's language. */
class ProblemsTest {
    private static final Map<String, CurrencyProfile> BAHT =
            Map.of("THB", new CurrencyProfile("THB", "Baht", "฿", "th", "", 2, 1));

    private final Texts english = new Texts(Language.ENGLISH);
    private final Texts thai = new Texts(Language.THAI);

    private static Refused refused(int status, String code, String message, List<FieldProblem> fields, long retry) {
        return new Refused(status, code, message, null, fields, retry, null);
    }

    @Test
    void aLockIsToldInMinutes() {
        var locked = refused(429, "RATE_LIMITED", "Too many requests; try again in 897 s", List.of(), 897);
        assertThat(Problems.sentence(english, locked)).isEqualTo("Too many attempts. Try again in 15 minutes.");
        assertThat(Problems.sentence(thai, locked)).contains("15 นาที");
        var soon = refused(429, "RATE_LIMITED", "Too many requests; try again in 7 s", List.of(), 7);
        assertThat(Problems.sentence(english, soon)).isEqualTo("Too many attempts. Try again in 7 seconds.");
    }

    @Test
    void aRefusalHasNeitherIdsNorMinorUnits() {
        var used = refused(
                409,
                "SLIP_ALREADY_USED",
                "Staff recorded a payment with this reference for the payin 01a21a92-6d4a-77d8-8ff0-1e94699ecc1b.",
                List.of(),
                0);
        var differs = refused(
                409,
                "MATCHED_AMOUNT_DIFFERS",
                "This payin is matched with a payout of 123400, and a payment of 100000 cannot complete it.",
                List.of(),
                0);
        var moved = refused(409, "PAYOUT_STATUS_TRANSITION_INVALID", "A payout that is failed …", List.of(), 0);
        for (var texts : List.of(english, thai)) {
            for (var problem : List.of(used, differs, moved)) {
                assertThat(Problems.sentence(texts, problem))
                        .doesNotContain("01a21a92", "123400", problem.getMessage());
            }
        }
    }

    @Test
    void aRefusalNamesTheOtherPaymentWithItsReferenceAndAmount() {
        var paid = new Mention("payout", "payout", "Siam Gadget", "order-7", "0130ABC", 123_456L, "THB", 1_795_752_394);
        var used = new Refused(
                409, "TRANSFER_ALREADY_USED", "The transfer 0130ABC paid 01a21a92-…", null, List.of(), 0, paid);
        for (var texts : List.of(english, thai)) {
            var formats = new Formats(texts, BAHT, ZoneOffset.UTC);
            assertThat(Problems.sentence(formats, used))
                    .contains("0130ABC", "order-7", "Siam Gadget", "1,234.56 THB")
                    .endsWith(texts.get("common.problem.TRANSFER_ALREADY_USED"))
                    .doesNotContain("01a21a92", "123456");
        }
        assertThat(Problems.sentence(
                        new Formats(english, BAHT, ZoneOffset.UTC),
                        new Refused(
                                409,
                                "APPROVAL_PENDING",
                                "",
                                null,
                                List.of(),
                                0,
                                new Mention("waiting", "approval", "Siam", null, null, null, null, 0))))
                .isEqualTo(english.get("common.problem.APPROVAL_PENDING"));
    }

    @Test
    void anAccountThatExistsIsNamed() {
        var existing = new Mention(
                "existing", "collection_account", null, "KBANK 1110000001", null, null, "THB", 1_795_752_394);
        var refused = new Refused(409, "RESOURCE_EXISTS", "A collection …", null, List.of(), 0, existing);
        for (var texts : List.of(english, thai)) {
            assertThat(Problems.sentence(new Formats(texts, BAHT, ZoneOffset.UTC), refused))
                    .contains("KBANK 1110000001")
                    .endsWith(texts.get("common.problem.RESOURCE_EXISTS"))
                    .doesNotContain("{", "null");
        }
    }

    @Test
    void aFieldIsNamedAsItsFormNamesIt() {
        var wrong = refused(
                400,
                "VALIDATION_FAILED",
                "paid_amount: must be positive",
                List.of(new FieldProblem("paid_amount", "positive", "must be a positive number of minor units")),
                0);
        assertThat(Problems.sentence(english, wrong)).endsWith("Amount received: enter an amount above zero.");
        assertThat(Problems.sentence(thai, wrong)).doesNotContain("paid_amount", "minor units");
    }
}
