package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.bankfile.Pain001.ChargeBearer;
import io.tical.server.bankfile.Pain001.Profile;
import io.tical.server.bankfile.Pain001.Version;
import io.tical.server.bankfile.PaymentOrder.Account;
import io.tical.server.bankfile.PaymentOrder.Bank;
import io.tical.server.bankfile.PaymentOrder.Proxy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class Pain001Test {
    private static final Profile LATIN = new Profile(Version.V09, 70, 140, false, true, ChargeBearer.DEBT);
    private static final Account ACCOUNT = new Account("0990012345", false);
    private static final Bank BANK = new Bank("KASITHBK", "004");

    private static PaymentOrder order(String id, String name, @Nullable String text) {
        return new PaymentOrder(id, null, 1, name, ACCOUNT, BANK, null, text);
    }

    private static PaymentOrders orders(PaymentOrder... orders) {
        return new PaymentOrders(
                "F-1",
                "F-1-1",
                OffsetDateTime.parse("2026-11-20T13:30:00.123+07:00"),
                "Lotus Test Shop Co., Ltd.",
                ACCOUNT,
                BANK,
                "THB",
                2,
                LocalDate.of(2026, 11, 20),
                List.of(orders));
    }

    private static String write(Profile profile, PaymentOrders orders, List<Replacement> replacements)
            throws IOException {
        var out = new ByteArrayOutputStream();
        replacements.addAll(new Pain001(profile).write(orders, out));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String write(Profile profile, PaymentOrders orders) throws IOException {
        return write(profile, orders, new ArrayList<>());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pain001-v03.xml", "pain001-v09.xml"})
    void theSampleIsWrittenByteForByte(String name) throws Exception {
        var expected = Samples.expected(name);
        var batch = expected.get("batches").get(0);
        var payouts = new ArrayList<PaymentOrder>();
        batch.get("payouts").forEach(payout -> payouts.add(order(payout)));
        var orders = new PaymentOrders(
                expected.get("message_id").textValue(),
                batch.get("payment_information_id").textValue(),
                OffsetDateTime.parse(expected.get("created").textValue()),
                "Lotus Test Shop Co., Ltd.",
                new Account(batch.get("debit_account").textValue(), false),
                new Bank(
                        batch.get("debit_bic").textValue(),
                        batch.get("debit_bank").textValue()),
                batch.get("currency").textValue(),
                2,
                LocalDate.parse(batch.get("execution_date").textValue()),
                payouts);
        var version = name.contains("v03") ? Version.V03 : Version.V09;
        var bearer = ChargeBearer.valueOf(batch.get("charge_bearer").textValue());
        var replacements = new ArrayList<Replacement>();
        var written = write(new Profile(version, 70, 140, false, true, bearer), orders, replacements);
        assertThat(written).isEqualTo(new String(Samples.bytes(name), StandardCharsets.UTF_8));
        assertThat(replacements).isEmpty();
        assertThat(payouts).hasSize(batch.get("count").intValue());
        assertThat(payouts.stream().mapToLong(PaymentOrder::amount).sum())
                .isEqualTo(batch.get("total").longValue());
    }

    private static PaymentOrder order(JsonNode payout) {
        return new PaymentOrder(
                payout.get("end_to_end_id").textValue(),
                payout.has("uetr") ? UUID.fromString(payout.get("uetr").textValue()) : null,
                payout.get("amount").longValue(),
                payout.get("name").textValue(),
                new Account(payout.get("account").textValue(), false),
                new Bank(payout.get("bic").textValue(), payout.get("bank").textValue()),
                null,
                payout.get("remittance").textValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "A & B <Co>; Ltd_1|A + B (Co), Ltd-1",
                "José Müller-Groß|Jose Muller-Gross",
                "“O’Neil” – x@y.z|'O'Neil' - x.y.z",
                "ŁÓDŹ Ærø|LODZ AEro",
                "a\tb|a b",
                "x😀y|x.y"
            })
    void aNameHasOnlyCharactersThatEveryBankTakes(String name, String written) throws Exception {
        var replacements = new ArrayList<Replacement>();
        var file = write(LATIN, orders(order("E", name, name)), replacements);
        assertThat(file).contains("<Cdtr><Nm>" + written + "</Nm></Cdtr>").contains("<Ustrd>" + written + "</Ustrd>");
        assertThat(replacements)
                .containsExactly(
                        new Replacement(1, "Cdtr/Nm", name, written),
                        new Replacement(1, "RmtInf/Ustrd", name, written));
    }

    @Test
    void aBankThatTakesEveryScriptGetsThaiNames() throws Exception {
        var replacements = new ArrayList<Replacement>();
        var every = new Profile(Version.V09, 12, 140, true, true, null);
        var file = write(every, orders(order("E", "นาย ทดสอบ ป้ำ", null), order("F", "Jürgen 東京", null)), replacements);
        assertThat(file)
                .contains("<Nm>นาย ทดสอบ</Nm>")
                .contains("<Nm>Jürgen 東京</Nm>")
                .doesNotContain("ChrgBr");
        assertThat(replacements).contains(new Replacement(1, "Cdtr/Nm", "นาย ทดสอบ ป้ำ", "นาย ทดสอบ"));
        assertThatThrownBy(() -> write(LATIN, orders(order("E", "นาย ทดสอบ", null))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Cdtr/Nm of payment 1 has no letter that the bank takes");
    }

    @ParameterizedTest
    @CsvSource({"/A//B/,-A/-B-", "A///B,A/--B", "a_b#1,a-b.1", "PO-1,PO-1"})
    void aReferenceFollowsTheRulesOfReferences(String reference, String written) throws Exception {
        var file = write(LATIN, orders(order(reference, "N", null)));
        assertThat(file).contains("<EndToEndId>" + written + "</EndToEndId>");
    }

    @Test
    void longTextsAreCutAndLongReferencesRefused() throws Exception {
        var replacements = new ArrayList<Replacement>();
        write(LATIN, orders(order("E", "n".repeat(71), "t".repeat(141))), replacements);
        assertThat(replacements).extracting(Replacement::became).containsExactly("n".repeat(70), "t".repeat(140));
        refused(orders(order("E".repeat(36), "N", null)), "EndToEndId of payment 1 has not 1 to 35 characters");
        refused(orders(order("", "N", null)), "EndToEndId of payment 1 has not 1 to 35 characters");
    }

    private static void refused(PaymentOrders orders, String why) {
        var out = new ByteArrayOutputStream();
        assertThatThrownBy(() -> new Pain001(LATIN).write(orders, out))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(why);
        assertThat(out.size()).isZero();
    }

    @Test
    void whatABankCannotCarryOutIsNotWritten() {
        refused(orders(), "there are no payments");
        refused(orders(order("A_", "N", null), order("A-", "N", null)), "two payments have the end-to-end id A-");
        refused(
                orders(new PaymentOrder("E", null, 0, "N", ACCOUNT, BANK, null, null)),
                "the amount of payment 1 is out of range");
        refused(
                orders(new PaymentOrder("E", null, 1, "N", null, BANK, null, null)),
                "the account of payment 1 is missing");
        refused(
                orders(new PaymentOrder("E", null, 1, "N", new Account("DE<1", true), BANK, null, null)),
                "the account DE<1 is not valid");
        refused(
                orders(new PaymentOrder("E", null, 1, "N", ACCOUNT, new Bank("KASI", null), null, null)),
                "the BIC KASI is not valid");
        refused(
                orders(new PaymentOrder("E", null, 1, "N", null, null, new Proxy(Proxy.Type.MBNO, "08 1"), null)),
                "the proxy of payment 1 is not valid");
    }

    @Test
    void aProxyNeedsVersion09() throws Exception {
        var proxy = orders(
                new PaymentOrder("E", null, 1, "N", null, null, new Proxy(Proxy.Type.MBNO, "+66-812345678"), " "));
        assertThat(write(LATIN, proxy))
                .contains("<CdtrAcct><Prxy><Tp><Cd>MBNO</Cd></Tp><Id>+66-812345678</Id></Prxy></CdtrAcct>")
                .doesNotContain("RmtInf")
                .doesNotContain("CdtrAgt");
        assertThatThrownBy(() -> write(new Profile(Version.V03, 70, 140, false, true, null), proxy))
                .hasMessage("version 03 has no proxy");
    }

    @Test
    void aBankWithoutABicIsNamedOtherwise() throws Exception {
        var order = new PaymentOrder(
                "E", null, 1, "N", new Account("DE19999999990000123456", true), new Bank(null, "014"), null, null);
        var source = orders(order);
        var debtorBank = new PaymentOrders(
                source.fileId(),
                source.paymentId(),
                source.created(),
                source.debtor(),
                source.account(),
                null,
                source.currency(),
                2,
                source.executionDate(),
                source.orders());
        assertThat(write(LATIN, debtorBank))
                .contains("<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>")
                .contains(
                        "<CdtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>THCBC</Cd></ClrSysId><MmbId>014</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>")
                .contains("<CdtrAcct><Id><IBAN>DE19999999990000123456</IBAN></Id></CdtrAcct>");
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void whateverTheTextsAreTheFileIsWellFormedAndHasNoEmptyElement(Version version) throws Exception {
        var random = new Random(20261128);
        for (var round = 0; round < 200; round++) {
            var orders = new ArrayList<PaymentOrder>();
            for (var i = 0; i < 5; i++) {
                orders.add(order("E" + i + text(random, 12), "N" + text(random, 90), text(random, 200)));
            }
            var every = new Profile(version, 70, 140, random.nextBoolean(), true, null);
            var file = write(every, orders(orders.toArray(PaymentOrder[]::new)));
            var document = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
            var elements = document.getElementsByTagName("*");
            for (var i = 0; i < elements.getLength(); i++) {
                var element = (Element) elements.item(i);
                assertThat(element.getTextContent()).isNotBlank();
                if (element.getTagName().equals("Nm") || element.getTagName().equals("Ustrd")) {
                    var length = element.getTextContent()
                            .codePointCount(0, element.getTextContent().length());
                    assertThat(length).isLessThanOrEqualTo(element.getTagName().equals("Nm") ? 70 : 140);
                }
            }
        }
    }

    private static String text(Random random, int max) {
        var text = new StringBuilder();
        for (var count = random.nextInt(max); count > 0; count--) {
            var ranges = new int[][] {{0, 0x7F}, {0x80, 0x17F}, {0xE00, 0xE5B}, {0x2000, 0x206F}, {0x1F600, 0x1F64F}};
            var range = ranges[random.nextInt(ranges.length)];
            text.appendCodePoint(random.nextInt(range[0], range[1]));
        }
        return text.toString();
    }
}
