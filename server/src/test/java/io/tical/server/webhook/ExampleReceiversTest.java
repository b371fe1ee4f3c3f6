package io.tical.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.access.AddressRanges;
import io.tical.server.secret.Hashes;
import io.tical.server.transaction.Page;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.Delivery.Status;
import io.tical.server.webhook.ExampleReceiver.Language;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The receivers of the guide, in every language that this machine runs, take real deliveries and nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExampleReceiversTest {
    private static final int ACCEPTED = 200;
    private static final int REFUSED = 401;

    private final CallbackSender sender = new CallbackSender(new AddressGuard(AddressRanges.of(List.of("127.0.0.1"))));
    private TestService service;

    @TempDir
    private Path work;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
    }

    @AfterAll
    void stop() {
        service.close();
        sender.close();
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void theReceiverOfTheGuideTakesRealDeliveriesAndNothingElse(Language language) {
        requireInterpreter(language);
        var merchant = service.merchant().funded("THB", 1_000_000);
        var account = merchant.customer("สมชาย ใจดี", "9876543210");
        // The address is known when the receiver listens, and the receiver is started with the secret.
        var first = Objects.requireNonNull(send(merchant, "http://127.0.0.1:1/"));
        try (var receiver = ExampleReceiver.start(language, first, work)) {
            send(merchant, receiver.url());
            requireDelivered(receiver, merchant, v1(merchant, account.word("id"), "one"));
            var guide = requireDelivered(
                    receiver, merchant, guide(merchant, account.word("customer_id"), account.word("id"), "two"));
            requireGenuine(receiver, first, guide.getBytes(UTF_8));

            var second = Objects.requireNonNull(service.tical()
                    .callbackEndpoints()
                    .rotate(merchant.organizationId(), Kind.PAYOUT)
                    .signingSecret());
            requireDelivered(receiver, merchant, v1(merchant, account.word("id"), "three"));
            try (var changed = ExampleReceiver.start(language, second, work)) {
                send(merchant, changed.url());
                var body = requireDelivered(changed, merchant, v1(merchant, account.word("id"), "four"));
                var now = Long.toString(Instant.now().getEpochSecond());
                assertThat(changed.status(sender, signed(first, now, body.getBytes(UTF_8)), body.getBytes(UTF_8)))
                        .isEqualTo(REFUSED);
            }
        }
    }

    private static void requireInterpreter(Language language) {
        var missing = language + " is not tried: there is no " + language.interpreter() + " on the PATH";
        if (language.required() && System.getenv("CI") != null) {
            assertThat(language.found()).as(missing).isPresent();
        }
        if (language.found().isEmpty()) {
            System.out.println(missing);
        }
        assumeTrue(language.found().isPresent(), missing);
    }

    /** Answers the signing secret where there was none yet. */
    private String send(Merchant merchant, String url) {
        return service.tical()
                .callbackEndpoints()
                .save(merchant.organizationId(), Kind.PAYOUT, url, null)
                .signingSecret();
    }

    private static String v1(Merchant merchant, String account, String reference) {
        return confirmed(merchant, """
                {"order_ref":"%s","amount":12345,"dest_account_id":"%s"}""".formatted(reference, account));
    }

    private static String guide(Merchant merchant, String customer, String account, String reference) {
        return confirmed(merchant, """
                {"merchant_ref_id":"%s","request_amount":12345,"currency_code":"THB","customer_id":"%s",\
                "customer_account_id":"%s","sender_type":"BANK_TRANSFER","notes":"ค่าสินค้า / €"}""".formatted(reference, customer, account));
    }

    private static String confirmed(Merchant merchant, String body) {
        var id = merchant.post("/v1/payouts", body).expect(201).word("id");
        merchant.post("/v1/payouts/" + id + "/test-confirm").expect(200);
        return id;
    }

    /** The first attempt is acknowledged, and the receiver saw the body that was sent. Answers that body. */
    private String requireDelivered(ExampleReceiver receiver, Merchant merchant, String payoutId) {
        var filter = new DeliveryFilter(null, null, null, UUID.fromString(payoutId));
        var deliveries = service.tical().deliveries();
        var delivery = await().atMost(Duration.ofSeconds(90))
                .until(
                        () -> deliveries
                                .list(merchant.organizationId(), filter, new Page(2, 0, null))
                                .getFirst(),
                        found -> found.status() != Status.PENDING);
        var detail = deliveries.get(merchant.organizationId(), delivery.key().id());
        assertThat(detail.attempts()).extracting(Delivery.Attempt::statusCode).containsExactly(ACCEPTED);
        assertThat(delivery.status()).isEqualTo(Status.DELIVERED);
        await().atMost(Duration.ofSeconds(90))
                .until(() -> receiver.accepted(delivery.eventId().toString(), detail.body()));
        return detail.body();
    }

    private static Map<String, String> headers(String timestamp, String signature) {
        return Map.of("X-P2P-Timestamp", timestamp, "X-P2P-Signature", signature, "webhook-id", "by-hand");
    }

    private static String signature(String secret, String timestamp, byte[] body) {
        return "v1=" + Hashes.signature(secret, timestamp, body);
    }

    private static Map<String, String> signed(String secret, String timestamp, byte[] body) {
        return headers(timestamp, signature(secret, timestamp, body));
    }

    private void requireGenuine(ExampleReceiver receiver, String secret, byte[] body) {
        var seconds = Instant.now().getEpochSecond();
        var now = Long.toString(seconds);
        var right = signature(secret, now, body);
        var wrong = signature("whsec_" + "A".repeat(43) + "=", now, body);
        var ancient = Long.toString(seconds - 310);
        var future = Long.toString(seconds + 330);

        var genuine = new LinkedHashMap<String, Map<String, String>>();
        genuine.put("as it was sent", headers(now, right));
        genuine.put("the new of two signatures", headers(now, right + "," + wrong));
        genuine.put("the old of two signatures", headers(now, wrong + "," + right));
        genuine.put("almost five minutes old", signed(secret, Long.toString(seconds - 270), body));
        for (var request : genuine.entrySet()) {
            assertThat(receiver.status(sender, request.getValue(), body))
                    .as(request.getKey())
                    .isEqualTo(ACCEPTED);
        }

        var forged = new LinkedHashMap<String, Map<String, String>>();
        forged.put("a wrong secret", headers(now, wrong));
        forged.put("the secret without its prefix", signed(secret.substring(6), now, body));
        forged.put("an old timestamp", signed(secret, ancient, body));
        forged.put("a timestamp to come", signed(secret, future, body));
        forged.put("a fresh timestamp on an old signature", headers(now, signature(secret, ancient, body)));
        forged.put("a leading zero", signed(secret, "0" + now, body));
        forged.put("a plus", signed(secret, "+" + now, body));
        forged.put("a fraction", signed(secret, now + ".0", body));
        forged.put("no number", signed(secret, "now", body));
        forged.put("a number beyond all", signed(secret, "9".repeat(40), body));
        forged.put("capitals", headers(now, right.toUpperCase(Locale.ROOT)));
        forged.put("no version", headers(now, right.substring(3)));
        forged.put("another version", headers(now, "v2=" + right.substring(3)));
        forged.put("a beginning", headers(now, right.substring(0, 40)));
        forged.put("nothing but a version", headers(now, "v1="));
        forged.put("commas", headers(now, ",,,"));
        forged.put("no timestamp", Map.of("X-P2P-Signature", right));
        forged.put("no signature", Map.of("X-P2P-Timestamp", now));
        forged.put("neither", Map.of());
        for (var request : forged.entrySet()) {
            assertThat(receiver.status(sender, request.getValue(), body))
                    .as(request.getKey())
                    .isEqualTo(REFUSED);
        }

        var changed = new String(body, UTF_8).replace("12345", "92345").getBytes(UTF_8);
        var longer = (new String(body, UTF_8) + "\n").getBytes(UTF_8);
        for (var other : new byte[][] {changed, longer, new byte[0]}) {
            assertThat(receiver.status(sender, headers(now, right), other))
                    .as("a changed body")
                    .isEqualTo(REFUSED);
        }
        assertThat(receiver.status(sender, headers(now, right), body))
                .as("still up")
                .isEqualTo(ACCEPTED);
    }
}
