package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/** A decision whose answer was lost is confirmed again, and takes effect once. */
class LostAnswerTest {
    @Test
    void aDecisionIsConfirmedAgainAndTakesEffectOnce() throws Exception {
        var requestIds = new CopyOnWriteArrayList<String>();
        ServiceProxy.Change loss = (exchange, answered) -> {
            if (!exchange.getRequestURI().getPath().endsWith("/accept")) {
                return answered;
            }
            requestIds.add(exchange.getRequestHeaders().getFirst("X-Request-Id"));
            return requestIds.size() == 1 ? null : answered;
        };
        try (var service = TestService.start(Map.of());
                var proxy = new ServiceProxy(service.tical().ports().admin(), loss)) {
            var operator = service.operator(Operator.Role.FINANCE);
            var merchant = service.live(service.merchant());
            var payin = merchant.payin("order-lost", 30_000).expect(201).word("id");
            merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
            SlipDrawing.awaitReview(service, SlipDrawing.id(service, merchant, true, payin, 1));
            try (var console = OpenConsole.as(operator, proxy.port(), "slips", Map.of())) {
                console.await(() -> console.exists("#decision-slips-accept"));
                console.push(KeyCode.A);
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("may have taken effect or not"));
                console.picture("slips-no-answer-light");
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("Accepted."));
            }
            assertThat(requestIds).hasSize(2);
            assertThat(requestIds.getFirst()).isEqualTo(requestIds.getLast());
            assertThat(merchant.available()).isEqualTo(merchant.payin(payin).number("net_amount"));
            service.requireCleanAudit();
        }
    }
}
