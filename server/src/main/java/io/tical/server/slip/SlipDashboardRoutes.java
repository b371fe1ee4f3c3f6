package io.tical.server.slip;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StaticContent;
import io.tical.server.key.TransactionKey;
import io.tical.server.member.TransactionRoutes;
import io.tical.server.payin.Payins;
import io.tical.server.picture.PictureReader;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/payins/{id}/slips}: the slips that payers or the merchant sent for a payin, with their pictures. */
record SlipDashboardRoutes(Payins payins, MerchantSlips slips) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        "/api/payins/{id}/slips", Member::mayRead, call -> Answer.ok(slips.of(payin(call)))),
                SessionEndpoint.get("/api/payins/{id}/slips/{number}/image", Member::mayRead, this::image));
    }

    private StaticContent image(SessionCall<Member> call) {
        return StaticContent.of(PictureReader.MEDIA_TYPE, slips.picture(payin(call), call.path("number")));
    }

    private TransactionKey payin(SessionCall<Member> call) {
        return TransactionRoutes.named(call, payins.reads()).key();
    }
}
