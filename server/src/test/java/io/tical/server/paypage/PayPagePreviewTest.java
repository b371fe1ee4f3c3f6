package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Reply;
import io.tical.server.crypto.Transfer.State;
import io.tical.server.payin.PayinStatus;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a chat shows of a link to a payment, and a browser's tab of its page. */
class PayPagePreviewTest {
    private static final Pattern META = Pattern.compile("<meta (?:name|property)=\"([^\"]+)\" content=\"([^\"]*)\">");
    private static final Pattern TITLE = Pattern.compile("<title>([^<]*)</title>");

    private static PayHost host;

    @BeforeAll
    static void start() {
        host = new PayHost();
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    private static String head(String page) {
        return page.substring(0, page.indexOf("</head>"));
    }

    private static String page(SamplePayment sample, String query) {
        host.put(sample);
        return host.get("/pay/" + sample.token + query).text();
    }

    private static Map<String, String> preview(String page) {
        return META.matcher(head(page))
                .results()
                .collect(Collectors.toMap(meta -> meta.group(1), meta -> meta.group(2)));
    }

    private static String title(String page) {
        var title = TITLE.matcher(page);
        assertThat(title.find()).isTrue();
        return title.group(1);
    }

    @Test
    void itNamesTheShopAndTheAmount() {
        var page = page(new SamplePayment(), "");
        assertThat(title(page)).isEqualTo("Pay ฿1,250.37 · Baan Suan Coffee");
        assertThat(preview(page))
                .containsEntry("og:type", "website")
                .containsEntry("og:site_name", "Baan Suan Coffee")
                .containsEntry("og:title", "Pay ฿1,250.37 · Baan Suan Coffee")
                .containsEntry(
                        "og:description",
                        "Payment page of Baan Suan Coffee. It shows how to pay, and when the payment has arrived.")
                .containsEntry("twitter:card", "summary")
                .containsEntry("description", preview(page).get("og:description"));
    }

    @ParameterizedTest
    @CsvSource({
        "SUCCESS, Payment received",
        "FAILED, Payment failed",
        "CANCELLED, Payment cancelled",
        "EXPIRED, Payment expired",
        "REJECTED, Payment being returned",
        "REFUNDED, Payment returned"
    })
    void aPaymentThatHasEndedIsNotOfferedToBePaid(PayinStatus status, String title) {
        var page = page(SamplePayment.of(status), "");
        assertThat(title(page)).isEqualTo(title + " · Baan Suan Coffee");
        assertThat(preview(page))
                .containsEntry("og:title", title(page))
                .containsEntry("og:description", "This payment has ended. Nothing more is to be paid.");
    }

    @Test
    void aDepositIsTheSame() {
        host.put(new SampleDeposit());
        var open = new SampleDeposit().transfer(0, 10_000_000, 3, State.SEEN);
        var page = host.get(host.put(open).replaceFirst("http://[^/]*", "")).text();
        assertThat(title(page)).isEqualTo("Pay 15.50\u00a0USDT · Baan Suan Coffee");
        assertThat(preview(page)).containsEntry("og:title", title(page));
        assertThat(head(page)).doesNotContain(open.address);
    }

    @Test
    void aTestSaysThatItIsOne() {
        var sample = new SamplePayment();
        sample.livemode = false;
        assertThat(preview(page(sample, "")).get("og:description")).startsWith("Test payment. No real money moves. ");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void itIsInTheLanguageOfThePageAndTellsNothingOfThePayerOrTheAccount(Language language) {
        var sample = new SamplePayment();
        sample.payer = SamplePayment.payer("SCB", "4071234567", "Somchai Jaidee");
        var page = page(sample, "?lang=" + language.word());
        assertThat(preview(page).get("og:description"))
                .isEqualTo(Words.of(language).say("preview.open", Map.of("merchant", "Baan Suan Coffee")));
        assertThat(page).contains("Somchai Jaidee", "order-20481", "0123456789");
        assertThat(head(page))
                .doesNotContain("Somchai", "4567", "0123456789", "012-3", "Co., Ltd.", "order-20481", sample.token);
    }

    @Test
    void aHostileNameIsText() {
        var sample = new SamplePayment();
        sample.merchantName = "\"><script>alert(1)</script>";
        assertThat(head(page(sample, ""))).doesNotContain("<script>alert").contains("&lt;script&gt;alert");
    }

    @Test
    void whatCannotBeShownNamesNobody() {
        var page = host.get("/pay/none").text();
        assertThat(title(page)).isEqualTo("Payment not found");
        assertThat(head(page)).doesNotContain("og:", "description");
    }

    /** Chats ask for a page when somebody types its address, before anybody has opened it. */
    @ParameterizedTest
    @CsvSource({
        "facebookexternalhit/1.1, GET",
        "TelegramBot (like TwitterBot), GET",
        "line-poker/1.0, HEAD",
        "Slackbot-LinkExpanding 1.0, GET"
    })
    void aBotThatAsksForItIsNoVisit(String agent, String method) {
        var sample = SamplePayment.matched();
        host.put(sample);
        Function<SamplePayment, Reply> view = one -> host.get(PayHost.api(one, ""));
        var before = view.apply(sample).json().get("data");
        assertThat(host.send(method, "/pay/" + sample.token, new byte[0], "User-Agent", agent)
                        .status())
                .isEqualTo(200);
        assertThat(host.send(method, "/pay/" + sample.token + "/consent", new byte[0], "User-Agent", agent)
                        .status())
                .as("the address of a form is not the form")
                .isEqualTo(303);
        assertThat(view.apply(sample).json().get("data")).isEqualTo(before);
        assertThat(host.acceptedVersions(sample)).isEmpty();
    }
}
