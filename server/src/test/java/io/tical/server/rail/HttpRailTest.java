package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.rail.PayoutOutcome.Delivered;
import io.tical.server.rail.PayoutOutcome.Failed;
import io.tical.server.rail.PayoutOutcome.NeverSent;
import io.tical.server.rail.PayoutOutcome.Unknown;
import io.tical.server.secret.Hashes;
import io.tical.server.transaction.EventType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rails by configuration against stand-ins of their providers. What the configuration does not name is unknown. */
class HttpRailTest {
    private static final Instant NOW = Instant.parse("2026-11-30T05:00:00Z");
    private static final Upstream.Limits PATIENT =
            new Upstream.Limits(Duration.ofSeconds(30), 1_000, 100, Duration.ofMinutes(1), 64 * 1024);
    private static final String BASIC_OF_KEY = "Basic eG5kX3NlY3JldDo=";

    private final UpstreamServer bank = new UpstreamServer();
    private final UUID attempt = Ids.next();

    @TempDir
    private Path folder;

    private @Nullable HttpRail open;

    @AfterEach
    void close() {
        if (open != null) {
            open.close();
        }
        bank.close();
    }

    private HttpRail rail(String file, String url, Upstream.Limits limits) {
        try {
            var key = Files.writeString(folder.resolve("key"), "xnd_secret");
            var text = RailsFileTest.shipped(file)
                    .replace("https://api.xendit.co", url)
                    .replace("https://adapter.example/scb", url)
                    .replace("https://starpago.example", url)
                    .replace("/run/secrets/xendit-id-key", key.toString());
            var read = RailsFile.read(Files.writeString(folder.resolve("rails.json"), text), RailsFileTest.SECRETS);
            open = new HttpRail(read.rails().getFirst(), limits, Clock.fixed(NOW, ZoneOffset.UTC));
            return open;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpRail adapter() {
        return rail("bank-adapter.json", bank.url(), PATIENT);
    }

    private TransferOrder order() {
        return order("THB", "SCB", 150_050, NOW.minusSeconds(10));
    }

    private TransferOrder order(String currency, String bankCode, long amount, Instant attemptAt) {
        return new TransferOrder(
                EventType.Subject.PAYOUT,
                attempt,
                true,
                attempt,
                attempt,
                attemptAt,
                1,
                1,
                amount,
                amount,
                currency,
                bankCode,
                "1234567890",
                "สมชาย \"ใจดี\"",
                "order-1",
                open == null ? null : open.connection());
    }

    private String written(String answer) {
        return answer.replace("$attempt", attempt.toString()).replace('\'', '"');
    }

    private static String name(PayoutOutcome outcome) {
        return switch (outcome) {
            case Delivered delivered -> "delivered " + delivered.amount() + " " + delivered.reference();
            case Failed failed -> "failed " + failed.code().word() + " " + failed.message();
            case NeverSent neverSent -> "never sent";
            case Unknown unknown -> "unknown " + unknown.why();
            case PayoutOutcome.HandedToStaff handed -> "handed";
        };
    }

    private static final String DONE =
            "{'status':'done','transfer_id':'T1','reference':'$attempt','amount':150050,'currency':'THB'}";

    @Test
    void theRequestIsWhatTheConfigurationSays() {
        bank.answering(200, written(DONE));

        assertThat(adapter().dispatch(order())).isEqualTo(new Delivered(150_050, "T1", PayoutOutcome.Sender.UNKNOWN));
        var asked = bank.last();
        assertThat(asked.method()).isEqualTo("POST");
        assertThat(asked.target()).isEqualTo("/transfers");
        assertThat(asked.headers())
                .containsEntry("Authorization", "Bearer adapter-token")
                .containsEntry("Idempotency-key", attempt.toString())
                .containsEntry("Content-type", "application/json");
        assertThat(new String(asked.body(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"reference\":\"%s\",\"amount\":150050,\"currency\":\"THB\",\"bank\":\"014\",\"account\":\"1234567890\",\"holder\":\"สมชาย \\\"ใจดี\\\"\",\"note\":\"order-1\"}"
                                .formatted(attempt));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "200 | {'status':'done','transfer_id':'T1','reference':'$attempt','amount':150050,'currency':'THB'} | delivered 150050 T1",
                "201 | {'status':'done','transfer_id':'T1','reference':'$attempt','amount':'150050.0','currency':'thb'} | delivered 150050 T1",
                "200 | {'status':'done','transfer_id':'T1','reference':'$attempt','amount':150049,'currency':'THB'} | unknown the rail reports an amount",
                "200 | {'status':'done','transfer_id':'T1','reference':'$attempt','amount':1500.5,'currency':'THB'} | unknown the rail reports an amount",
                "200 | {'status':'done','transfer_id':'T1','reference':'$attempt','amount':'all','currency':'THB'} | unknown the rail reports an amount",
                "200 | {'status':'done','transfer_id':'T1','reference':'$attempt','amount':150050,'currency':'USD'} | unknown the rail reports another currency",
                "200 | {'status':'done','transfer_id':'T1','reference':'0','amount':150050,'currency':'THB'} | unknown the rail answers about another reference",
                "200 | {'status':'done','reference':'$attempt','amount':150050,'currency':'THB'} | unknown the rail reports a delivery without",
                "200 | {'status':'done','transfer_id':'T1','amount':150050,'currency':'THB'} | unknown the rail reports a delivery without",
                "200 | {'status':'done','transfer_id':'T1','reference':'$attempt','currency':'THB'} | unknown the rail reports a delivery without",
                "200 | {'status':'done','transfer_id':'T1','reference':'$attempt','amount':150050} | unknown the rail reports a delivery without",
                "200 | {'status':'done','transfer_id':'T 1','reference':'$attempt','amount':150050,'currency':'THB'} | unknown the rail reports a delivery without",
                "200 | {'status':'DONE','transfer_id':'T1','reference':'$attempt','amount':150050,'currency':'THB'} | unknown the rail names no outcome yet",
                "200 | {'status':['done'],'transfer_id':'T1','reference':'$attempt','amount':150050,'currency':'THB'} | unknown the rail names no outcome yet",
                "202 | {'status':'pending'} | unknown the rail names no outcome yet",
                "200 | {'status':'refused','code':'closed'} | failed account_closed The bank refused this transfer (closed)",
                "200 | {'status':'refused','code':'closed','reference':'$attempt'} | failed account_closed The bank refused this transfer (closed)",
                "200 | {'status':'refused','code':'closed','reference':'1'} | unknown the rail answers about another reference",
                "200 | {'status':'refused','code':'other'} | failed could_not_process The bank refused this transfer (other)",
                "200 | {'status':'refused','code':'<script>'} | failed could_not_process The bank refused this transfer",
                "200 | {'status':'refused'} | failed could_not_process The bank refused this transfer",
                "409 | {'code':'maintenance'} | never sent",
                "409 | {'code':'maintenance','reference':'2'} | unknown the rail answers about another reference",
                "429 | <html> | never sent",
                "409 | {'code':'duplicate'} | unknown the rail scb-api answers 409, which its configuration does not name",
                "200 | {'code':'maintenance'} | unknown the rail names no outcome yet",
                "400 | {'status':'refused'} | unknown the rail scb-api answers 400, which its configuration does not name",
                "401 | {} | unknown the rail scb-api answers 401; check its credentials",
                "404 | {'code':'not_found'} | unknown the rail scb-api answers 404",
                "500 | {'status':'done','transfer_id':'T1','reference':'$attempt','amount':150050,'currency':'THB'} | unknown the rail scb-api answers 500",
                "503 | `` | unknown the rail scb-api answers 503",
                "200 | done | unknown the rail scb-api answers 200",
                "200 | `` | unknown the rail scb-api answers 200",
                "200 | {'status':'done','status':'refused'} | unknown the rail scb-api answers 200",
                "200 | [] | unknown the rail names no outcome yet"
            })
    void anAnswerIsWhatTheConfigurationNamesAndOtherwiseUnknown(int status, @Nullable String answer, String outcome) {
        bank.answering(status, answer == null ? "" : written(answer));

        var found = name(adapter().dispatch(order()));

        if (outcome.startsWith("failed") || outcome.startsWith("delivered")) {
            assertThat(found).isEqualTo(outcome);
        } else {
            assertThat(found).startsWith(outcome);
        }
        assertThat(bank.asked()).hasSize(1);
        assertThat(found).doesNotContain("adapter-token");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "200 | {'status':'done','transfer_id':'T1','reference':'$attempt','amount':150050,'currency':'THB'} | 10 | delivered 150050 T1",
                "200 | {'status':'refused','code':'frozen','reference':'$attempt'} | 10 | failed account_frozen",
                "200 | {'status':'refused','code':'frozen'} | 10 | unknown the rail reports a failure without the reference",
                "404 | {'code':'not_found'} | 900 | never sent",
                "404 | {'code':'not_found'} | 899 | unknown the rail does not know the transfer yet",
                "404 | <html>not found</html> | 900 | unknown the rail scb-api answers 404",
                "404 | {'code':'no_route'} | 900 | unknown the rail scb-api answers 404",
                "429 | {} | 900 | unknown the rail scb-api answers 429",
                "500 | {} | 900 | unknown the rail scb-api answers 500"
            })
    void aPollIsReadInTheSameWay(int status, String answer, long age, String outcome) {
        bank.answering(status, written(answer));

        assertThat(name(adapter().poll(order("THB", "SCB", 150_050, NOW.minusSeconds(age)))))
                .startsWith(outcome);
        assertThat(bank.last().method()).isEqualTo("GET");
        assertThat(bank.last().target()).isEqualTo("/transfers/" + attempt);
    }

    @Test
    void aRedirectIsNotFollowedAndUnknown() {
        bank.doing((request, exchange) -> {
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            UpstreamServer.send(exchange, 302, written(DONE));
        });

        assertThat(name(adapter().dispatch(order()))).startsWith("unknown");
        assertThat(bank.asked()).hasSize(1);
    }

    @Test
    void silenceAndAConnectionThatBreaksAreUnknown() throws Exception {
        var held = new CountDownLatch(1);
        bank.doing((request, exchange) -> await(held));
        var quick = rail(
                "bank-adapter.json",
                bank.url(),
                new Upstream.Limits(Duration.ofMillis(300), 1_000, 100, Duration.ofMinutes(1), 1_024));

        assertThat(name(quick.dispatch(order()))).startsWith("unknown the rail scb-api did not answer");
        held.countDown();
        bank.doing((request, exchange) -> exchange.close());
        assertThat(name(quick.dispatch(order()))).startsWith("unknown");
        bank.answering(200, "{\"status\":\"" + "x".repeat(2_000) + "\"}");
        assertThat(name(quick.dispatch(order()))).startsWith("unknown the rail scb-api returned more than");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whatNoConnectionCarriedWasNeverSentButAPollSaysNothing() throws IOException {
        int free;
        try (var socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        var nobody = rail("bank-adapter.json", "http://127.0.0.1:" + free, PATIENT);

        assertThat(nobody.dispatch(order())).isEqualTo(new NeverSent());
        assertThat(name(nobody.poll(order("THB", "SCB", 150_050, NOW.minusSeconds(10_000)))))
                .startsWith("unknown");
    }

    @Test
    void aRailThatFailsAgainAndAgainIsNotCalledForAWhile() {
        bank.answering(500, "{}");
        var rail = rail(
                "bank-adapter.json",
                bank.url(),
                new Upstream.Limits(Duration.ofSeconds(30), 4, 60, Duration.ofMinutes(1), 1_024));
        while (!rail.isInterrupted() && bank.asked().size() < 20) {
            assertThat(name(rail.dispatch(order()))).startsWith("unknown");
        }
        var asked = bank.asked().size();

        assertThat(rail.dispatch(order())).isEqualTo(new NeverSent());
        assertThat(name(rail.poll(order()))).startsWith("unknown the rail scb-api failed too often");
        assertThat(bank.asked()).hasSize(asked);
    }

    @Test
    void anotherCurrencyIsNeverSent() {
        assertThat(adapter().dispatch(order("IDR", "BCA", 100, NOW))).isEqualTo(new NeverSent());
        assertThat(bank.asked()).isEmpty();
    }

    /** As docs.xendit.co describes version 2 of its payouts. */
    @Test
    void xenditTakesAPayoutAndIsAskedForItByItsReference() {
        bank.answering(request ->
                "{\"id\":\"disb-1475459775872\",\"amount\":1500.5,\"channel_code\":\"TH_SCB\",\"currency\":\"THB\","
                        + "\"reference_id\":\"" + attempt
                        + "\",\"status\":\"ACCEPTED\",\"business_id\":\"6018306aa16ad90cb3c43ba7\"}");
        var xendit = rail("xendit-thailand.json", bank.url(), PATIENT);

        assertThat(name(xendit.dispatch(order()))).startsWith("unknown the rail names no outcome yet");
        var asked = bank.last();
        assertThat(asked.target()).isEqualTo("/v2/payouts");
        assertThat(asked.headers())
                .containsEntry("Authorization", BASIC_OF_KEY)
                .containsEntry("Idempotency-key", attempt.toString());
        assertThat(new String(asked.body(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"reference_id\":\"%s\",\"channel_code\":\"TH_SCB\",\"channel_properties\":{\"account_number\":\"1234567890\",\"account_holder_name\":\"สมชาย \\\"ใจดี\\\"\"},\"amount\":1500.5,\"currency\":\"THB\"}"
                                .formatted(attempt));

        bank.answering(200, xendit("SUCCEEDED", ""));
        assertThat(name(xendit.poll(order()))).isEqualTo("delivered 150050 disb-1");
        assertThat(bank.last().target()).isEqualTo("/v2/payouts/?reference_id=" + attempt);
        assertThat(bank.last().headers()).containsEntry("Authorization", BASIC_OF_KEY);
    }

    private String xendit(String status, String more) {
        return "[{\"id\":\"disb-1\",\"amount\":1500.5,\"channel_code\":\"TH_SCB\",\"currency\":\"THB\",\"status\":\""
                + status + "\"" + more + ",\"reference_id\":\"" + attempt + "\"}]";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400 | {'error_code':'API_VALIDATION_ERROR','message':'x'} | never sent",
                "400 | {'error_code':'CHANNEL_CODE_NOT_SUPPORTED_ERROR'} | never sent",
                "400 | {'error_code':'MAXIMUM_TRANSFER_LIMIT_ERROR'} | never sent",
                "401 | {'error_code':'INVALID_API_KEY'} | never sent",
                "403 | {'error_code':'REQUEST_FORBIDDEN_ERROR'} | never sent",
                "400 | {'error_code':'RECIPIENT_ACCOUNT_NUMBER_ERROR'} | failed invalid_account_number",
                "400 | {'error_code':'DUPLICATE_TRANSACTION_ERROR'} | unknown",
                "409 | {'error_code':'DUPLICATE_ERROR'} | unknown",
                "500 | {'error_code':'SERVER_ERROR'} | unknown",
                "200 | {'status':'SUCCEEDED'} | unknown"
            })
    void xenditsErrors(int status, String answer, String outcome) {
        bank.answering(status, written(answer));

        assertThat(name(rail("xendit-thailand.json", bank.url(), PATIENT).dispatch(order())))
                .startsWith(outcome);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ACCEPTED | `` | unknown",
                "REQUESTED | `` | unknown",
                "PENDING_COMPLIANCE_ASSESSMENT | `` | unknown",
                "COMPLIANCE_REJECTED | `` | unknown",
                "FAILED | INVALID_DESTINATION | failed no_account",
                "FAILED | TEMPORARY_TRANSFER_ERROR | failed could_not_process",
                "CANCELLED | `` | failed could_not_process",
                "REVERSED | `` | failed could_not_process"
            })
    void xenditsStatuses(String status, @Nullable String code, String outcome) {
        bank.answering(200, xendit(status, code == null ? "" : ",\"failure_code\":\"" + code + "\""));

        assertThat(name(rail("xendit-thailand.json", bank.url(), PATIENT).poll(order())))
                .startsWith(outcome);
    }

    @Test
    void whatXenditDoesNotKnowAfterAnHourWasNeverSentAndTwoOfAReferenceAreUnknown() {
        var xendit = rail("xendit-thailand.json", bank.url(), PATIENT);
        bank.answering(200, "[]");
        assertThat(name(xendit.poll(order("THB", "SCB", 150_050, NOW.minusSeconds(3_599)))))
                .startsWith("unknown");
        assertThat(xendit.poll(order("THB", "SCB", 150_050, NOW.minusSeconds(3_600))))
                .isEqualTo(new NeverSent());
        var one = xendit("SUCCEEDED", "").replace("[", "").replace("]", "");
        bank.answering(200, "[" + one + "," + one + "]");
        assertThat(name(xendit.poll(order()))).startsWith("unknown");
        bank.answering(200, "{\"data\":[" + one + "]}");
        assertThat(name(xendit.poll(order()))).startsWith("delivered");
    }

    @Test
    void wholeAmountsAreWrittenWithoutDecimals() {
        bank.answering(200, "{}");

        rail("xendit-indonesia.json", bank.url(), PATIENT).dispatch(order("IDR", "BCA", 2_000_000, NOW));

        assertThat(bank.last().text()).contains("\"amount\":20000,\"currency\":\"IDR\"");
    }

    @Test
    void anotherConnectionDoesNotKnowWhatWasSentOverTheOneBefore() {
        var sent = order("THB", "SCB", 150_050, NOW.minusSeconds(10_000));
        bank.answering(404, written("{'code':'not_found'}"));
        assertThat(name(adapter().poll(sent)))
                .as("an attempt without a connection")
                .startsWith("unknown the attempt was sent before");
        var known = order("THB", "SCB", 150_050, NOW.minusSeconds(10_000));
        assertThat(name(adapter().poll(known))).isEqualTo("never sent");

        try (var other = new UpstreamServer()) {
            other.answering(404, written("{'code':'not_found'}"));
            var moved = rail("bank-adapter.json", other.url(), PATIENT);
            assertThat(name(moved.poll(known))).startsWith("unknown the attempt was sent before");
            other.answering(200, written(DONE));
            assertThat(name(moved.poll(known))).isEqualTo("delivered 150050 T1");
        }
    }

    @Test
    void whatAnotherNodeMayHaveAskedForInVainIsNotSentAnyMore() {
        bank.answering(200, written(DONE));

        assertThat(adapter().dispatch(order("THB", "SCB", 150_050, NOW.minusSeconds(30))))
                .isEqualTo(new NeverSent());
        assertThat(bank.asked()).isEmpty();
        assertThat(name(adapter().dispatch(order("THB", "SCB", 150_050, NOW.minusSeconds(29)))))
                .startsWith("delivered");
    }

    /** Verifies the signature as the documentation of the provider makes it, and answers as it says. */
    private String starpago(UpstreamServer.Asked request) {
        try {
            var compact = attempt.toString().replace("-", "");
            var secret = "&key=daa153d25c25c3736b474a91aeaa7fa7";
            if (request.method().equals("GET")) {
                var sign = Hashes.sha256("appId=YOUR-APP-ID&merOrderNo=" + compact + secret);
                assertThat(request.target()).endsWith("&sign=" + HexFormat.of().formatHex(sign));
            } else {
                var body = Json.mapper().readTree(request.body());
                var sign = Hashes.sha256("amount=1500.5&appId=YOUR-APP-ID&attach=" + compact
                        + "&currency=THB&extra=accountName=สมชาย \"ใจดี\"&accountNo=1234567890&bankCode=SCB"
                        + "&email=payouts@example.com&mobile=0000000000&merOrderNo=" + compact
                        + "&notifyUrl=https://adapter.example/starpago&payMethod=THBDF" + secret);
                assertThat(body.path("sign").asText()).isEqualTo(HexFormat.of().formatHex(sign));
            }
            return "{\"code\":0,\"msg\":\"success\",\"data\":{\"orderStatus\":"
                    + (request.method().equals("GET") ? 2 : 0) + ",\"orderNo\":\"S1\",\"merOrderNo\":\"" + compact
                    + "\",\"amount\":1500.5,\"currency\":\"THB\"}}";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSignedRequestIsAsTheProviderDocumentsIt() {
        bank.answering(this::starpago);
        var rail = rail("starpago-thailand.json", bank.url(), PATIENT);

        assertThat(name(rail.dispatch(order()))).isEqualTo("unknown the rail names no outcome yet");
        assertThat(rail.poll(order())).isEqualTo(new Delivered(150_050, "S1", PayoutOutcome.Sender.UNKNOWN));
        bank.answering(200, "{\"code\":400,\"msg\":\"merOrderNo already exists\"}");
        assertThat(name(rail.dispatch(order()))).startsWith("unknown");
    }

    @Test
    void anHmacSignsMethodPathTimeAndBody() throws IOException {
        var text = RailsFileTest.shipped("bank-adapter.json")
                .replace("https://adapter.example/scb", bank.url())
                .replace("\"Bearer {secret:token}\"", "\"{timestamp} {signature}\"")
                .replace(
                        "\"currencies\"",
                        "\"signature\": {\"algorithm\": \"hmac-sha256\", \"secret\": \"token\", \"encoding\": \"base64\","
                                + " \"text\": \"{method}\\n{path}\\n{timestamp}\\n{body}\"}, \"currencies\"");
        var read = RailsFile.read(Files.writeString(folder.resolve("signed.json"), text), RailsFileTest.SECRETS);
        bank.answering(200, "{}");
        try (var rail = new HttpRail(read.rails().getFirst(), PATIENT, Clock.fixed(NOW, ZoneOffset.UTC))) {
            rail.dispatch(order());
            rail.poll(order());
        }
        var token = RailsFileTest.SECRETS.getOrDefault("SCB_ADAPTER_TOKEN", "").getBytes(StandardCharsets.UTF_8);
        for (var request : bank.asked()) {
            var time = Long.toString(NOW.getEpochSecond());
            var signed = request.method() + "\n" + request.target() + "\n" + time + "\n"
                    + new String(request.body(), StandardCharsets.UTF_8);
            assertThat(request.headers().get("Authorization"))
                    .isEqualTo(time + " "
                            + Base64.getEncoder()
                                    .encodeToString(Hashes.hmac(token, signed.getBytes(StandardCharsets.UTF_8))));
        }
        assertThat(bank.asked()).hasSize(2);
    }

    private HttpRail withLogin(Clock clock) throws IOException {
        var text = RailsFileTest.shipped("bank-adapter.json")
                .replace("https://adapter.example/scb", bank.url())
                .replace("Bearer {secret:token}", "Bearer {token}")
                .replace(
                        "\"currencies\"",
                        "\"login\": {\"path\": \"/oauth/token\", \"headers\": {\"Authorization\": \"Basic {basic:token}\"},"
                                + " \"form\": {\"grant_type\": \"client_credentials\"}, \"token\": \"/access_token\","
                                + " \"expires_in\": \"/expires_in\"}, \"currencies\"");
        var read = RailsFile.read(Files.writeString(folder.resolve("login.json"), text), RailsFileTest.SECRETS);
        open = new HttpRail(read.rails().getFirst(), PATIENT, clock);
        return open;
    }

    private void loggingIn(String valid, String answer) {
        bank.doing((request, exchange) -> {
            if (request.target().equals("/oauth/token")) {
                var logins = bank.asked().stream()
                        .filter(one -> one.target().equals("/oauth/token"))
                        .count();
                UpstreamServer.send(
                        exchange,
                        request.text().equals("grant_type=client_credentials") ? 200 : 400,
                        "{\"access_token\":\"t" + logins + "\",\"expires_in\":3600}");
            } else if (!String.valueOf(request.headers().get("Authorization")).matches("Bearer " + valid)) {
                UpstreamServer.send(exchange, 401, "{\"error\":\"invalid_token\"}");
            } else {
                UpstreamServer.send(exchange, 200, written(answer));
            }
        });
    }

    private List<String> targets() {
        return bank.asked().stream()
                .map(one -> one.method() + " " + one.target().replaceAll("/[0-9a-f-]{36}$", ""))
                .toList();
    }

    @Test
    void aTokenIsKeptUntilItExpires() throws IOException {
        var now = new AtomicReference<>(NOW);
        InstantSource clock = now::get;
        loggingIn("t[0-9]", DONE);
        var rail = withLogin(clock.withZone(ZoneOffset.UTC));

        assertThat(name(rail.dispatch(order()))).startsWith("delivered");
        now.set(NOW.plusSeconds(3_539));
        assertThat(name(rail.poll(order()))).startsWith("delivered");
        now.set(NOW.plusSeconds(3_540));
        assertThat(name(rail.poll(order()))).startsWith("delivered");
        assertThat(targets())
                .containsExactly(
                        "POST /oauth/token",
                        "POST /transfers",
                        "GET /transfers",
                        "POST /oauth/token",
                        "GET /transfers");
    }

    @Test
    void aPollIsRepeatedOnceWithAnotherTokenAndATransferNever() throws IOException {
        loggingIn("t[2-9]", DONE);
        var rail = withLogin(Clock.fixed(NOW, ZoneOffset.UTC));

        assertThat(name(rail.dispatch(order()))).startsWith("unknown");
        assertThat(targets()).containsExactly("POST /oauth/token", "POST /transfers");
        assertThat(name(rail.poll(order()))).startsWith("delivered");
        assertThat(targets()).hasSize(4);

        loggingIn("none", DONE);
        assertThat(name(rail.poll(order()))).startsWith("unknown");
        assertThat(targets().subList(4, targets().size()))
                .containsExactly("GET /transfers", "POST /oauth/token", "GET /transfers");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "401 | {}",
                "200 | <html>",
                "200 | {\"access_token\":\"\"}",
                "302 | {\"access_token\":\"t\"}",
                "500 | {}"
            })
    void withoutATokenNothingIsSent(int status, String body) throws IOException {
        bank.answering(status, body);
        var rail = withLogin(Clock.fixed(NOW, ZoneOffset.UTC));

        assertThat(rail.dispatch(order())).isEqualTo(new NeverSent());
        assertThat(name(rail.poll(order("THB", "SCB", 150_050, NOW.minusSeconds(10_000)))))
                .startsWith("unknown");
        assertThat(targets()).containsOnly("POST /oauth/token");
    }
}
