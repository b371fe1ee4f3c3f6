package io.tical.server.slip;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.PayinView;
import io.tical.server.picture.PictureReader;
import io.tical.server.problem.Problem;
import java.util.List;

/** Merchants upload slips without the pay page, and verify slips of transfers to other accounts. */
record SlipRoutes(Slips slips, PayPage page, SlipVerifications verifications) {
    /** Several times the length of any bank's code. */
    private static final int QR_DATA_MAX = 512;

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/v1/payins/{id}/slip", Scope.PAYINS_WRITE, this::receive)
                        .file("slip", PictureReader.FILE_BYTES_MAX, call -> slips.requireUse(call.key("payin"))),
                Endpoint.post("/v1/slip/verify", Scope.SLIP_VERIFY, this::verify)
                        .liveOnly()
                        .verification(),
                Endpoint.get("/v1/slip/verify/{ref}", Scope.SLIP_VERIFY, this::find)
                        .liveOnly());
    }

    private Answer receive(Call call) {
        return Answer.of(slips.receive(
                new Slips.Sent(call.key("payin"), call.file(), Slip.Source.API, call.actor(), call.requestId()),
                call.idempotent(received -> Answer.ok(PayinView.of(received.payin(), page)))));
    }

    private Answer verify(Call call) {
        var body = call.json();
        var qrData = body.text("qr_data", QR_DATA_MAX).strip();
        body.check();
        return Answer.of(verifications.verify(call.caller(), qrData, call.idempotent(Answer::ok)));
    }

    private Answer find(Call call) {
        return Answer.ok(
                verifications.find(call.caller(), call.path("ref")).orElseThrow(() -> Problem.NotFound.of("slip")));
    }
}
