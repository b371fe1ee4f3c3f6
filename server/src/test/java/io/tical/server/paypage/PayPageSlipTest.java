package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.payin.PayinStatus;
import io.tical.server.picture.PictureReader;
import io.tical.server.slip.Slip.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /pay-api/v1/pay/{token}/slip}: files from anybody. */
class PayPageSlipTest {
    private static final byte[] SMALL = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 1, 2, 3};

    private static PayHost host;

    @BeforeAll
    static void start() {
        host = new PayHost();
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    private static SamplePayment payment() {
        var sample = new SamplePayment();
        host.put(sample);
        return sample;
    }

    /** A file of this many bytes that looks like a JPEG's beginning. */
    private static byte[] file(int bytes) {
        var file = new byte[bytes];
        new Random(bytes).nextBytes(file);
        System.arraycopy(SMALL, 0, file, 0, SMALL.length);
        return file;
    }

    @Test
    void aSlipArrivesAsItWasSentAndTheAnswerIsTheViewAfterIt() {
        var sample = payment();
        var file = file(300_000);
        var reply = host.upload(sample, "slip", file).expect(200);
        assertThat(host.slips().received().getLast()).isEqualTo(file);
        assertThat(reply.word("token")).isEqualTo(sample.token);
        assertThat(reply.json().at("/meta/screen").asText()).isEqualTo("checking");
        assertThat(reply.json().at("/meta/slip/uploads_left").asInt()).isEqualTo(9);
    }

    @Test
    void tenMegabytesAreTakenAndOneByteMoreIsNot() {
        var sample = payment();
        var file = file(PictureReader.FILE_BYTES_MAX);
        host.upload(sample, "slip", file).expect(200);
        assertThat(host.slips().received().getLast()).isEqualTo(file);
        host.upload(sample, "slip", file(PictureReader.FILE_BYTES_MAX + 1)).expect(413, "PAYLOAD_TOO_LARGE");
        host.upload(sample, "slip", file(12_000_000)).expect(413, "PAYLOAD_TOO_LARGE");
        assertThat(host.get(PayHost.api(sample, ""))
                        .json()
                        .at("/meta/slip/uploads_left")
                        .asInt())
                .as("what was refused does not count")
                .isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"image/jpeg", "application/json", "multipart/mixed; boundary=x", "text/plain", "multipart"})
    void whatIsNoFormIsAnUnsupportedMediaType(String type) {
        host.send("POST", PayHost.api(payment(), "/slip"), SMALL, "Content-Type", type)
                .expect(415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void aBodyThatDoesNotSayWhatItIsIsRefusedToo() {
        host.send("POST", PayHost.api(payment(), "/slip"), SMALL).expect(415, "UNSUPPORTED_MEDIA_TYPE");
        host.post(PayHost.api(payment(), "/slip")).expect(415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void aFormThatIsNotOneIsRefused() {
        var sample = payment();
        host.send("POST", PayHost.api(sample, "/slip"), SMALL, "Content-Type", "multipart/form-data")
                .expect(400, "MULTIPART_INVALID");
        host.send("POST", PayHost.api(sample, "/slip"), SMALL, "Content-Type", PayHost.FORM)
                .expect(400, "MULTIPART_INVALID");
        host.send("POST", PayHost.api(sample, "/slip"), new byte[0], "Content-Type", PayHost.FORM)
                .expect(400, "MULTIPART_INVALID");
    }

    @Test
    void theFileGoesIntoTheFieldSlip() {
        var reply = host.upload(payment(), "file", SMALL).expect(400, "VALIDATION_FAILED");
        assertThat(reply.json().at("/errors/0/field").asText()).isEqualTo("slip");
        assertThat(reply.json().at("/errors/0/code").asText()).isEqualTo("required");
        host.upload(payment(), "slip", new byte[0]).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void encodedBodiesAreNotOpened() {
        host.send(
                        "POST",
                        PayHost.api(payment(), "/slip"),
                        PayHost.form("slip", SMALL),
                        "Content-Type",
                        PayHost.FORM,
                        "Content-Encoding",
                        "gzip")
                .expect(415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void whatTheUseCaseRefusesIsToldAsItSaysIt() {
        host.upload(payment(), "slip", "GIF89a".getBytes(StandardCharsets.US_ASCII))
                .expect(415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void aPaymentThatTakesNoSlipIsToldBeforeTheFileIsRead() {
        var over = SamplePayment.of(PayinStatus.CANCELLED);
        host.put(over);
        host.upload(over, "wrong field", SMALL).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");

        var used = payment();
        host.slips().stand(used, TestSlips.rejected(Reason.OTHER, 0));
        host.upload(used, "slip", SMALL).expect(422, "SLIP_LIMIT_REACHED");

        host.upload(new SamplePayment(), "slip", SMALL).expect(404, "PAYIN_NOT_FOUND");
    }

    @Test
    void nothingStaysInTheTemporaryFolder() {
        var sample = payment();
        host.upload(sample, "slip", file(200_000)).expect(200);
        host.upload(sample, "other", file(200_000)).expect(400);
        assertThat(host.uploads()).isEmptyDirectory();
    }
}
