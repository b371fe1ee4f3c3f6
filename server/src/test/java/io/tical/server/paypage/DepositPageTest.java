package io.tical.server.paypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.tical.server.InBrowser;
import io.tical.server.Reply;
import io.tical.server.crypto.Network;
import io.tical.server.crypto.Transfer.State;
import io.tical.server.merchant.Brand;
import io.tical.server.payin.PayinStatus;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of a deposit: its API, its HTML without scripts, and the page as payers use it. */
@InBrowser
class DepositPageTest extends PayerInBrowser {
    private void open(SampleDeposit sample, String query) {
        page.navigate(host.put(sample) + query);
    }

    private String html(SampleDeposit sample, String query) {
        host.put(sample);
        return host.get("/deposit/" + sample.token + query).expect(200).text();
    }

    private Locator transfers() {
        return page.locator(".transfers li");
    }

    private String clipboard() {
        return (String) page.evaluate("() => navigator.clipboard.readText()");
    }

    @Test
    void thePayerFollowsATransferUntilItIsPaid() {
        var sample = new SampleDeposit();
        sample.redirectUrl = "https://shop.example/done";
        open(sample, "");
        assertThat(page).hasTitle("Pay 25.50\u00a0USDT · Baan Suan Coffee");
        assertThat(page.getByText("Send only USDT, and only on").first()).containsText("TRON (TRC20)");
        button("Copy the amount").click();
        assertThat(button("Copy the amount")).hasText("Copied");
        assertThat(clipboard()).isEqualTo("25.5");
        button("Copy the address").click();
        assertThat(button("Copy the address")).hasText("Copied");
        assertThat(clipboard()).isEqualTo(sample.address);

        // A part: the code, the amount and its button are those of the rest.
        var before = page.locator("#qr svg").innerHTML();
        host.put(sample.transfer(0, 10_000_000, 0, State.SEEN));
        assertThat(page.locator("#amount")).hasText("15.50\u00a0USDT");
        assertThat(page.locator("#exact")).containsText("10.00\u00a0USDT of 25.50\u00a0USDT has arrived.");
        assertThat(page.locator("#heard")).containsText("has arrived");
        assertThat(page).hasTitle("Pay 15.50\u00a0USDT · Baan Suan Coffee");
        assertThat(transfers()).containsText("Confirming: 0 of 20");
        button("Copy the amount").click();
        assertThat(button("Copy the amount")).hasText("Copied");
        assertThat(clipboard()).isEqualTo("15.5");
        assertThat(page.locator("#qr svg").innerHTML())
                .as("TRON's code has no amount")
                .isEqualTo(before);

        host.put(sample.transfer(0, 10_000_000, 20, State.CONFIRMED).transfer(1, 15_500_000, 3, State.SEEN));
        heading("Your transfer is being confirmed").waitFor();
        assertThat(heading("Your transfer is being confirmed")).isFocused();
        assertThat(transfers()).hasText(new Pattern[] {
            Pattern.compile("Confirmed10\\.00\u00a0USDT.*"),
            Pattern.compile("Confirming: 3 of 2015\\.50\u00a0USDT.*Nov 24, 2026.*")
        });
        host.put(sample.transfer(1, 15_500_000, 4, State.SEEN));
        assertThat(transfers().nth(1)).containsText("Confirming: 4 of 20");

        // The payin is paid before its transfers are credited, and the stream ends with it.
        sample.transfer(0, 10_000_000, 20, State.COUNTED).transfer(1, 15_500_000, 20, State.COUNTED);
        host.put(sample);
        assertThat(transfers().nth(1)).containsText("Confirmed");
        sample.status = PayinStatus.SUCCESS;
        sample.paid = sample.amount;
        host.put(sample);
        heading("Payment received").waitFor();
        assertThat(transfers().nth(1)).containsText("Accepted");
        assertThat(page.locator("#return-count")).containsText("Taking you back to");
        button("Stay here").click();
    }

    @Test
    void withoutEventsThePageIsPolled() {
        var sample = new SampleDeposit();
        page.route("**/events", route -> route.abort());
        stopTheClock();
        open(sample, "");
        host.put(sample.transfer(0, 25_500_000, 7, State.SEEN));
        clock.passUntilSeen(heading("Your transfer is being confirmed"));
        assertThat(transfers()).containsText("Confirming: 7 of 20");
        // The aborted stream of events.
        visit.complaints().clear();
    }

    @Test
    void theCodeIsWhatTheWalletsOfTheNetworkScan() {
        var sample = new SampleDeposit();
        host.put(sample);
        assertThat(view(sample).word("qr_data")).isEqualTo(sample.address);
        sample.network = Network.ERC20;
        sample.address = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
        host.put(sample);
        assertThat(view(sample).word("qr_data"))
                .isEqualTo("ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer"
                        + "?address=0x9858EfFD232B4033E47d90003D41EC34EcaEda94&uint256=25500000");
        sample.network = Network.BEP20;
        sample.transfer(0, 500_000, 2, State.SEEN);
        host.put(sample);
        assertThat(view(sample).word("qr_data"))
                .as("what is missing, in the token's 18 decimals")
                .isEqualTo("ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer"
                        + "?address=0x9858EfFD232B4033E47d90003D41EC34EcaEda94&uint256=25000000000000000000");
        sample.livemode = false;
        sample.address = "TEST-BEP20-000000000001";
        host.put(sample);
        assertThat(view(sample).word("qr_data")).as("no wallet pays a test").isEqualTo(sample.address);
        assertThat(html(sample, "")).contains("This is a test. No wallet accepts this address");
    }

    private Reply view(SampleDeposit sample) {
        return host.get("/pay-api/v1/deposit/" + sample.token).expect(200);
    }

    @Test
    void theViewHasTheTransfersAndAVersionThatChangesWithThem() {
        var sample = new SampleDeposit().transfer(0, 10_000_000, 21, State.CONFIRMED);
        host.put(sample);
        var part = view(sample);
        assertThat(part.word("amount")).isEqualTo("25500000");
        assertThat(part.word("arrived")).isEqualTo("10000000");
        assertThat(part.word("missing")).isEqualTo("15500000");
        assertThat(part.word("network_name")).isEqualTo("TRON");
        assertThat(part.number("required_confirmations")).isEqualTo(20);
        assertThat(part.data().get("transfers").toString())
                .isEqualTo(
                        "[{\"tx_hash\":\"%s\",\"amount\":\"10000000\",\"status\":\"confirmed\",\"confirmations\":20,\"at\":1795503900}]"
                                .formatted(sample.transfers.getFirst().txHash()));
        assertThat(part.json().at("/meta/screen").asText()).isEqualTo("pay");
        var version = part.json().at("/meta/version").asText();
        assertThat(view(sample).json().at("/meta/version").asText()).isEqualTo(version);
        host.put(sample.transfer(1, 15_500_000, 1, State.SEEN));
        var whole = view(sample);
        assertThat(whole.json().at("/meta/version").asText()).isNotEqualTo(version);
        assertThat(whole.json().at("/meta/screen").asText()).isEqualTo("checking");
        assertThat(whole.data().get("qr_data").isNull()).isTrue();
        host.get("/pay-api/v1/deposit/" + "x".repeat(32)).expect(404, "PAYIN_NOT_FOUND");
        assertThat(host.get("/deposit/" + "x".repeat(32)).status()).isEqualTo(404);
        assertThat(host.get("/pay/" + sample.token).status()).isEqualTo(404);
    }

    @Test
    void nothingIsPromisedThatIsNotPosted() {
        var late = Instant.now().plusSeconds(3_600);
        var sample = SampleDeposit.of(PayinStatus.EXPIRED).transfer(0, 25_500_000, 20, State.REVIEW, late);
        assertThat(html(sample, ""))
                .contains("A transfer arrived after the time", "Arrived late", "data-state=\"expired\"")
                .doesNotContain(sample.address, "Accepted");
        assertThat(html(SampleDeposit.of(PayinStatus.EXPIRED).transfer(0, 10_000_000, 20, State.CONFIRMED), ""))
                .contains("10.00\u00a0USDT of 25.50\u00a0USDT arrived in time, which is not the whole amount");
        assertThat(html(SampleDeposit.of(PayinStatus.EXPIRED).transfer(0, 25_500_000, 3, State.SEEN), ""))
                .as("it came in time, so it can still pay")
                .contains("data-state=\"checking\"", "Confirming: 3 of 20");
        assertThat(html(SampleDeposit.of(PayinStatus.CANCELLED).transfer(0, 25_500_000, 20, State.REVIEW), ""))
                .contains("A transfer is not part of this payment and is being reviewed.");
        assertThat(html(new SampleDeposit().transfer(0, 25_500_000, 3, State.WITHDRAWN), ""))
                .contains("The network took a transfer back.", "Taken back by the network", "25.50\u00a0USDT</span>");
        var more = SampleDeposit.of(PayinStatus.SUCCESS).transfer(0, 26_500_000, 20, State.CREDITED);
        more.paid = 26_500_000;
        assertThat(html(more, "")).contains("You sent 1.00\u00a0USDT more than the amount.", ">25.50\u00a0USDT</dd>");
        var less = SampleDeposit.of(PayinStatus.SUCCESS).transfer(0, 20_000_000, 20, State.CREDITED);
        less.paid = 20_000_000;
        assertThat(html(less, "")).contains(">20.00\u00a0USDT</dd>").doesNotContain(">25.50\u00a0USDT</dd>");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyScreenFitsANarrowPhoneAndHasOneHeading(Language language) {
        page.setViewportSize(320, 740);
        for (var status : PayinStatus.values()) {
            var sample = SampleDeposit.of(status).transfer(0, 10_000_001, 3, State.SEEN);
            sample.livemode = false;
            open(sample, "?lang=" + language.word());
            assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
                    .as(status.word())
                    .isEqualTo(0);
            assertThat(page.locator("h1:visible")).hasCount(1);
            assertThat(page.locator(".to b").boundingBox().width)
                    .as("room for the merchant's name")
                    .isGreaterThan(100);
            assertThat(page.locator("body").innerText()).doesNotContain("{n}", "{of}", "{arrived}", "{network}");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0.000001", "1234567890000, '1,234,567.89'", "20000000, 20.00", "5000001, 5.000001"})
    void amountsAreExact(long micro, String shown) {
        var sample = new SampleDeposit();
        sample.amount = micro;
        assertThat(html(sample, "")).contains(">" + shown + "\u00a0USDT</span>");
    }

    @Test
    void theMerchantIsKnownAndThePageHasTheHeadersOfThePayPage() {
        var sample = new SampleDeposit();
        sample.brand =
                new Brand(new UUID(1, 1), null, "help@baansuan.example", "https://baansuan.example/", "0".repeat(64));
        host.put(sample);
        var reply = host.get("/deposit/" + sample.token, "Accept-Language", "th");
        assertThat(reply.text())
                .contains(
                        "lang=\"th\"",
                        "mailto:help@baansuan.example",
                        "/pay-api/v1/deposit/" + sample.token + "/logo?v=000000000000");
        assertThat(host.get("/pay-api/v1/deposit/" + sample.token + "/logo").status())
                .isEqualTo(200);
        var ordinary =
                host.get(host.put(new SamplePayment()).substring(host.url("").length()));
        for (var name :
                List.of("Content-Security-Policy", "Cache-Control", "X-Robots-Tag", "Referrer-Policy", "Vary")) {
            assertThat(reply.headers().allValues(name))
                    .as(name)
                    .isNotEmpty()
                    .isEqualTo(ordinary.headers().allValues(name));
        }
    }
}
