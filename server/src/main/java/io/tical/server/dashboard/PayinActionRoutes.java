package io.tical.server.dashboard;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StaticContent;
import io.tical.server.payin.Channel;
import io.tical.server.payin.PayPage;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinRequest;
import io.tical.server.payin.PayinView;
import io.tical.server.payin.Payins;
import io.tical.server.qr.QrSvg;
import io.tical.server.session.Member;
import io.tical.server.transaction.MerchantAction;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operations of owners on payins at {@code /api/payins}, like those of API keys at {@code /v1/payins}, and the QR code of a pay page's
 * address.
 */
record PayinActionRoutes(Payins payins, PayPage page) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/payins/{id}/pay-page.svg", Member::mayRead, this::qrCode),
                SessionEndpoint.post("/api/payins", Member::mayChange, this::create),
                SessionEndpoint.post("/api/payins/{id}/cancel", Member::mayChange, this::cancel),
                SessionEndpoint.post("/api/payins/{id}/test-confirm", Member::mayChange, this::testConfirm));
    }

    /** A payin with the possible actions of the user. */
    Map<String, @Nullable Object> shown(Member member, Payin payin) {
        var view = new LinkedHashMap<String, @Nullable Object>(PayinView.of(payin, page));
        view.put(
                "deposit_page_url",
                payin.terms().channel() == Channel.CRYPTO
                        ? page.depositUrl(payin.terms().payToken())
                        : null);
        view.put("actions", member.mayChange() ? Payins.possible(payin) : List.<MerchantAction>of());
        return view;
    }

    private Answer changed(SessionCall<Member> call, Payin payin) {
        return Answer.ok(shown(call.person(), payin));
    }

    private Answer create(SessionCall<Member> call) {
        var body = call.json();
        var intent = Intent.of(call, Environment.of(body));
        var merchant = new PayinRequest.Merchant(call.person().organizationId(), intent.livemode(), intent.author());
        return Answer.of(payins.create(
                PayinRequest.parse(merchant, body, false),
                intent.answered(payin -> Answer.created(shown(call.person(), payin)))));
    }

    private Answer cancel(SessionCall<Member> call) {
        var key = payin(call).key();
        var intent = Intent.of(call, key.livemode());
        return Answer.of(payins.cancel(key, intent.author(), intent.answered(payin -> changed(call, payin))));
    }

    private Answer testConfirm(SessionCall<Member> call) {
        var key = payin(call).key();
        Environment.requireTest(key.livemode());
        var intent = Intent.of(call, key.livemode());
        return Answer.of(payins.testConfirm(key, intent.author(), intent.answered(payin -> changed(call, payin))));
    }

    private Payin payin(SessionCall<Member> call) {
        return TransactionRoutes.named(call, payins.reads());
    }

    private StaticContent qrCode(SessionCall<Member> call) {
        var terms = payin(call).terms();
        var token = terms.payToken();
        var picture = QrSvg.of(terms.channel() == Channel.CRYPTO ? page.depositUrl(token) : page.url(token));
        return StaticContent.of("image/svg+xml", picture.getBytes(StandardCharsets.UTF_8));
    }
}
