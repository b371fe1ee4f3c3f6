package io.tical.server.paymentfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.BankCode;
import io.tical.server.bankfile.PaymentFormat;
import io.tical.server.collection.AccountTerms;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.currency.Currencies;
import io.tical.server.paymentfile.OutgoingPayment.Payee;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No bank carries a file of test payments out, in whatever format it is. */
class TestFilesTest {
    private static final String NUMBER = "1234567890";
    private static final Instant NOW = Instant.parse("2026-11-27T03:00:00Z");
    private static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");
    private static final Map<String, String> SETTINGS =
            Map.of("company", "LOTUS", "sender_branch", "0999", "tax_id", "0999900000011");

    static List<String> formats() {
        return PaymentFormat.shipped().stream().map(PaymentFormat::name).toList();
    }

    private static String written(PaymentFormat format, boolean livemode, String name) throws Exception {
        var settings = new HashMap<>(SETTINGS);
        settings.keySet().retainAll(format.settings().keySet());
        var bank = format.bank() == null
                ? "KBANK"
                : BankCode.of(format.bank(), "THB").orElseThrow();
        var terms = new AccountTerms(null, null, null, null, new AccountTerms.Limits(null, null, null, null, null));
        var account = new CollectionAccount(
                new UUID(1, 1), "THB", bank, NUMBER, "Lotus Trading", null, 1, 1, NOW, NOW, terms);
        var paying =
                new PayingAccount(account.id(), format.name(), settings, ZONE, LocalTime.NOON, 1, 10, true, 1, NOW);
        var form = FileForm.of(livemode, paying, account, Currencies.shipped(), name, LocalDate.of(2026, 11, 27), NOW);
        var payee = new Payee(payeeBank(form, bank), "9876543210", "Somchai Jaidee");
        return new String(
                form.write(List.of(form.order(form.reference(1), 50_000, payee)))
                        .bytes(),
                StandardCharsets.ISO_8859_1);
    }

    /** Some formats are for payees at the same bank, others for those at other banks. */
    private static String payeeBank(FileForm form, String own) {
        for (var bank : List.of(own, own.equals("KBANK") ? "SCB" : "KBANK")) {
            try {
                form.write(List.of(form.order(form.reference(1), 50_000, new Payee(bank, "9876543210", "Somchai"))));
                return bank;
            } catch (io.tical.server.bankfile.PaymentFileException otherBank) {
                continue;
            }
        }
        throw new AssertionError(form.format().name() + " takes no payee");
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aTestFileIsOfAnAccountThatNoBankHas(String name) throws Exception {
        var format = PaymentFormat.named(name).orElseThrow();
        assertThat(written(format, true, "T2611270001")).doesNotContain("TEST");
        var test = written(format, false, "TESTABCDEFG");
        assertThat(test.replace("TEST" + NUMBER, "")).doesNotContain(NUMBER);
        assertThat(test.contains("TEST") || test.contains("0".repeat(NUMBER.length())))
                .as("%s", test)
                .isTrue();
    }

    /** Where a file has room for a text, it says TEST. */
    @Test
    void aFileWithReferencesSaysTest() throws Exception {
        for (var name : List.of("pain.001.001.09", "pain.001.001.03", "CSV", "KTB iPay Standard", "SCB BCM MCL")) {
            assertThat(written(PaymentFormat.named(name).orElseThrow(), false, "TESTABCDEFG"))
                    .as(name)
                    .contains("TEST");
        }
    }
}
