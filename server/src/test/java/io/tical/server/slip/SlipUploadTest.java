package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import io.tical.db.AlteredRow;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.access.Scope;
import io.tical.server.picture.PictureReader;
import io.tical.server.picture.Pictures;
import java.awt.Color;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** {@code POST /v1/payins/{id}/slip}: what is taken, what is refused, and what is left behind. Nobody looks at the slips. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlipUploadTest {
    private TestService service;
    private Merchant merchant;
    private String payin;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.requireNoConnectionInUse();
        service.requireCleanAudit();
        service.close();
    }

    @BeforeEach
    void newPayin() {
        merchant = service.merchant();
        payin = merchant.payin("order", 10_000).expect(201).word("id");
    }

    private long slips() {
        return ofMerchant("slip");
    }

    private long pictures() {
        return ofMerchant("slip_image");
    }

    private long ofMerchant(String table) {
        return service.count(
                "SELECT count(*) FROM " + table + " WHERE organization_id = '" + merchant.organizationId() + "'");
    }

    private byte[] slip() {
        return SlipDrawing.slip(SlipDrawing.reference());
    }

    @Test
    void anotherPictureThanTheOneThatWasStoredIsNotShown() {
        merchant.slip(payin, slip()).expect(200);
        var id = SlipDrawing.id(service, merchant, false, payin, 1);
        var review = service.tical().slipReview();
        var picture = review.image(id);
        service.sql("UPDATE slip_image SET file = file || '\\x00' WHERE slip_id = '" + id + "'");
        assertThatThrownBy(() -> review.image(id))
                .isInstanceOf(AlteredRow.class)
                .hasMessageContaining(id.toString());
        service.sql("UPDATE slip_image SET file = substring(file FROM 1 FOR length(file) - 1) WHERE slip_id = '" + id
                + "'");
        assertThat(review.image(id)).isEqualTo(picture);
    }

    @Test
    void aSlipMakesThePayinProcessingAndIsKeptAsAPictureOfOurs() {
        var file = slip();

        var reply = merchant.slip(payin, file).expect(200);

        assertThat(reply.word("id")).isEqualTo(payin);
        assertThat(reply.word("status")).isEqualTo("processing");
        merchant.post("/v1/payins/" + payin + "/cancel").expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        var kept = service.tical().slipReview().image(SlipDrawing.id(service, merchant, false, payin, 1));
        assertThat(kept).isNotEqualTo(file).startsWith(0xFF, 0xD8);
        assertThat(Pictures.read(kept).getWidth()).isEqualTo(540);

        var timeline = merchant.get("/v1/payins/" + payin + "/timeline").expect(200);
        assertThat(timeline.data())
                .extracting(item -> item.get("title").asText())
                .containsExactly("created", "slip uploaded", "pending → processing");
        assertThat(timeline.data().get(1).get("detail").get("source").asText()).isEqualTo("api");
        assertThat(timeline.data().get(1).get("request_id").asText())
                .isEqualTo(reply.json().at("/meta/request_id").asText());
    }

    @Test
    void everyKindOfPictureIsTakenByWhatItIs() {
        var image = Pictures.slip(540, 960, Pictures.slipText("014", SlipDrawing.reference()), 220, 1);
        for (var file : new byte[][] {
            Pictures.png(image),
            Pictures.jpeg(image, 0.8),
            Pictures.progressiveJpeg(image),
            Pictures.interlacedPng(image)
        }) {
            merchant.slip(payin, file).expect(200);
        }
        assertThat(slips()).isEqualTo(4);
    }

    @Test
    void aRetryWithTheSameFileIsAnsweredFromTheRecordWhateverFormIsAroundIt() {
        var file = slip();
        var key = Ids.next().toString();
        var first = merchant.slip(payin, file, key).expect(200);

        var replay = merchant.slip(payin, file, key).expect(200);

        assertThat(replay.data()).isEqualTo(first.data());
        assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
        merchant.slip(payin, slip(), key).expect(409, "IDEMPOTENCY_KEY_REUSED");
        send("multipart/form-data; boundary=x", "nothing".getBytes(StandardCharsets.US_ASCII), key)
                .expect(409, "IDEMPOTENCY_KEY_REUSED");
        assertThat(slips()).isEqualTo(1);
        assertThat(pictures()).isEqualTo(1);
    }

    private Reply send(String contentType, byte[] body, String key) {
        return merchant.sendBytes(
                "POST",
                "/v1/payins/" + payin + "/slip",
                Map.of("Idempotency-Key", key, "Content-Type", contentType),
                body);
    }

    @Test
    void aFileThatIsNoSlipIsRefusedAndLeavesNothing() {
        var png = slip();
        var jpeg = Pictures.jpeg(Pictures.photo(800, 600, 8, 3), 0.8);
        merchant.slip(payin, "GIF89a............".getBytes(StandardCharsets.US_ASCII))
                .expect(415, "UNSUPPORTED_MEDIA_TYPE");
        merchant.slip(payin, "<svg onload=alert(1)>".getBytes(StandardCharsets.US_ASCII))
                .expect(415, "UNSUPPORTED_MEDIA_TYPE");
        merchant.slip(payin, "%PDF-1.7".getBytes(StandardCharsets.US_ASCII)).expect(415, "UNSUPPORTED_MEDIA_TYPE");
        merchant.slip(payin, Arrays.copyOf(png, png.length / 2)).expect(400, "IMAGE_UNREADABLE");
        merchant.slip(payin, Arrays.copyOf(jpeg, 200)).expect(400, "IMAGE_UNREADABLE");
        merchant.slip(payin, Pictures.png(Pictures.blank(20_001, 1, Color.WHITE)))
                .expect(400, "IMAGE_TOO_LARGE");
        assertThat(merchant.slip(payin, Pictures.png(Pictures.blank(1080, 20_000, Color.WHITE)))
                        .expect(400, "IMAGE_TOO_LONG")
                        .text())
                .contains("1080 x 20000", "a screenshot of the slip alone");
        merchant.slip(payin, new byte[0]).expect(400, "VALIDATION_FAILED");
        merchant.slip(payin, Arrays.copyOf(png, PictureReader.FILE_BYTES_MAX + 1))
                .expect(413, "PAYLOAD_TOO_LARGE");
        merchant.slip(payin, new byte[12_000_000]).expect(413, "PAYLOAD_TOO_LARGE");

        assertThat(slips()).isZero();
        assertThat(pictures()).isZero();
        assertThat(merchant.payin(payin).word("status")).isEqualTo("pending");
    }

    @Test
    void aBodyThatIsNoFormIsRefused() {
        var key = Ids.next().toString();
        var file = slip();
        send("image/png", file, key).expect(415, "UNSUPPORTED_MEDIA_TYPE");
        send("application/json", "{}".getBytes(StandardCharsets.US_ASCII), key).expect(415, "UNSUPPORTED_MEDIA_TYPE");
        send("multipart/form-data", file, key).expect(400, "MULTIPART_INVALID");
        send("multipart/form-data; boundary=other", Merchant.form("x", "slip", file), key)
                .expect(400, "MULTIPART_INVALID");
        send("multipart/form-data; boundary=x", Merchant.form("x", "file", file), key)
                .expect(400, "VALIDATION_FAILED");
        merchant.send("POST", "/v1/payins/" + payin + "/slip", Map.of("Idempotency-Key", key), "")
                .expect(415, "UNSUPPORTED_MEDIA_TYPE");
        assertThat(slips()).isZero();
        // None of these used the key up.
        merchant.slip(payin, file, key).expect(200);
    }

    @Test
    void theSenderIsAuthorizedBeforeTheFileIsReceived() {
        var path = "/v1/payins/" + payin + "/slip";
        merchant.sendBytes("POST", path, Map.of("Content-Type", "multipart/form-data; boundary=x"), new byte[10])
                .expect(400, "IDEMPOTENCY_KEY_REQUIRED");
        service.scoped(merchant, false, Scope.PAYINS_READ).slip(payin, slip()).expect(403, "SCOPE_MISSING");
        new Merchant(service.port(), "sk_test_wrong", merchant.organizationId())
                .slip(payin, new byte[1000])
                .expect(401, "API_KEY_INVALID");
        service.merchant().slip(payin, slip()).expect(404, "PAYIN_NOT_FOUND");
        service.live(merchant).slip(payin, slip()).expect(404, "PAYIN_NOT_FOUND");
        merchant.slip("nonsense", slip()).expect(404, "PAYIN_NOT_FOUND");
        assertThat(slips()).isZero();
    }

    @Test
    void aPayinTakesTenSlipsAndRefusedOnesDoNotCount() {
        merchant.slip(payin, "no picture".getBytes(StandardCharsets.US_ASCII)).expect(415, "UNSUPPORTED_MEDIA_TYPE");
        for (int i = 0; i < Slips.UPLOADS_MAX; i++) {
            merchant.slip(payin, slip()).expect(200);
        }
        merchant.slip(payin, slip()).expect(422, "SLIP_LIMIT_REACHED");
        assertThat(slips()).isEqualTo(10);
        assertThat(pictures()).isEqualTo(10);
    }

    @Test
    void atTheSameMomentTooAPayinTakesTen() throws Exception {
        var file = slip();
        var statuses = new ArrayList<Integer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = IntStream.range(0, 14)
                    .<Future<Integer>>mapToObj(
                            i -> threads.submit(() -> merchant.slip(payin, file).status()))
                    .toList();
            for (var one : running) {
                statuses.add(one.get());
            }
        }
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(10);
        assertThat(statuses).filteredOn(status -> status == 422).hasSize(4);
        assertThat(slips()).isEqualTo(10);
        assertThat(pictures()).isEqualTo(10);
    }

    @Test
    void onlyAPayinThatCanBePaidTakesASlip() {
        merchant.post("/v1/payins/" + payin + "/cancel").expect(200);
        merchant.slip(payin, slip()).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        var paid = merchant.payin("paid", 20_000).expect(201).word("id");
        merchant.post("/v1/payins/" + paid + "/test-confirm").expect(200);
        merchant.slip(paid, slip()).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(slips()).isZero();
        assertThat(pictures()).isZero();
    }
}
