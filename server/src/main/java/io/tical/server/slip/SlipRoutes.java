package io.tical.server.slip;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.PayinView;
import io.tical.server.picture.PictureReader;
import io.tical.server.transaction.TransactionKey;
import java.util.List;

/** {@code POST /v1/payins/{id}/slip}: a merchant uploads a slip without the pay page (spec, Endpoints). */
public final class SlipRoutes {
    private final Slips slips;
    private final PayPage page;

    public SlipRoutes(Slips slips, PayPage page) {
        this.slips = slips;
        this.page = page;
    }

    public List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/v1/payins/{id}/slip", Scope.PAYINS_WRITE, this::receive)
                .file("slip", PictureReader.FILE_BYTES_MAX, call -> slips.requireUse(payin(call))));
    }

    private static TransactionKey payin(Call call) {
        return new TransactionKey(call.caller().organizationId(), call.caller().livemode(), call.id("payin"));
    }

    private Answer receive(Call call) {
        return Answer.of(slips.receive(
                new Slips.Sent(payin(call), call.file(), Slip.Source.API, call.actor(), call.requestId()),
                call.idempotent(received -> Answer.ok(PayinView.of(received.payin(), page)))));
    }
}
