package io.tical.server.slip;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.problem.Problem;
import java.util.List;

/** {@code /v1/slip/verify}. */
public final class SlipVerificationRoutes {
    /** Several times what any bank prints. */
    private static final int QR_DATA_MAX = 512;

    private final SlipVerifications verifications;

    public SlipVerificationRoutes(SlipVerifications verifications) {
        this.verifications = verifications;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/v1/slip/verify", Scope.SLIP_VERIFY, this::verify)
                        .liveOnly()
                        .verification(),
                Endpoint.get("/v1/slip/verify/{ref}", Scope.SLIP_VERIFY, this::find)
                        .liveOnly());
    }

    private Answer verify(Call call) {
        var body = call.json();
        var qrData = body.text("qr_data", QR_DATA_MAX).strip();
        body.check();
        return Answer.of(verifications.verify(
                call.caller(),
                qrData,
                call.idempotent(verification -> Answer.ok(SlipVerificationView.of(verification)))));
    }

    private Answer find(Call call) {
        return Answer.ok(SlipVerificationView.of(
                verifications.find(call.caller(), call.path("ref")).orElseThrow(() -> Problem.NotFound.of("slip"))));
    }
}
