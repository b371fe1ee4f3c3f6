package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node leaves undone when it dies, another one takes on, and nothing happens twice. */
class PayinTakeoverTest {
    /** Takes requests and does no background work: what it creates is left to others. */
    private TestService idle;

    @BeforeEach
    void start() {
        idle = TestService.start(Map.of(), TestService.Work.OFF);
    }

    @AfterEach
    void stop() {
        idle.requireCleanAudit();
        idle.close();
    }

    private static void await(Merchant merchant, String id, String status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(
                        () -> assertThat(merchant.payin(id).word("status")).isEqualTo(status));
    }

    @Test
    void aClaimWhoseNodeDiedIsTakenOnWhenItsLeaseEnds() {
        var merchant = idle.merchant();
        var guide = merchant.guidePayin("leased", 10_000).expect(201).word("id");
        var expiring = merchant.payin("expiring", 10_000).expect(201).word("id");
        idle.expire(expiring);
        idle.sql("UPDATE payin SET due_at = now() + interval '2 seconds'");
        try (var node = idle.node(Map.of(), TestService.Work.RUNNING)) {
            await(merchant.at(node.port()), guide, "processing");
            await(merchant.at(node.port()), expiring, "expired");
        }
    }

    @Test
    void aClaimForActivationThatComesLateDoesNotExpireAPayinThatWasOpenedMeanwhile() {
        var merchant = idle.merchant();
        var id = merchant.guidePayin("slow", 10_000).expect(201).word("id");
        try (var node = idle.node(Map.of(), TestService.Work.RUNNING)) {
            await(merchant, id, "processing");
            // As a claim would find it that was made for the activation: due long before its time is over.
            idle.sql("UPDATE payin SET due_at = now()");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThat(idle.count("SELECT count(*) FROM payin WHERE due_at = expires_at"))
                            .isEqualTo(1));
            assertThat(merchant.at(node.port()).payin(id).word("status")).isEqualTo("processing");
        }
    }

    @Test
    void aPayinThatCannotBeReadKeepsNoOtherBack() {
        var merchant = idle.merchant();
        var ids = new ArrayList<String>();
        for (int i = 0; i < 7; i++) {
            ids.add(merchant.guidePayin("beside-" + i, 10_000).expect(201).word("id"));
        }
        var broken = ids.remove(3);
        idle.asService("payin", "UPDATE payin SET receiving_type = 'PIGEON' WHERE payin_id = '" + broken + "'");
        try (var node = idle.node(Map.of(), TestService.Work.RUNNING)) {
            for (var id : ids) {
                await(merchant.at(node.port()), id, "processing");
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThat(idle.count("SELECT count(*) FROM payin WHERE payin_id = '" + broken
                                    + "' AND due_at > now() + interval '1 second'"))
                            .isEqualTo(1));
        }
    }

    @Test
    void threeNodesShareTheWorkAndDoEachPieceOnce() {
        var merchant = idle.merchant();
        var ids = new ArrayList<String>();
        for (int i = 0; i < 30; i++) {
            ids.add(merchant.guidePayin("shared-" + i, 10_000 + 100L * i)
                    .expect(201)
                    .word("id"));
        }
        try (var one = idle.node(Map.of("TICAL_PAYIN_EXPIRY_SECONDS", "1"), TestService.Work.RUNNING);
                var two = idle.node(Map.of("TICAL_PAYIN_EXPIRY_SECONDS", "1"), TestService.Work.RUNNING);
                var three = idle.node(Map.of("TICAL_PAYIN_EXPIRY_SECONDS", "1"), TestService.Work.RUNNING)) {
            for (var id : ids) {
                await(merchant, id, "expired");
            }
            assertThat(one.port()).isNotEqualTo(two.port()).isNotEqualTo(three.port());
        }
        assertThat(idle.count("SELECT count(*) FROM state_change")).isEqualTo(60);
        assertThat(idle.count("SELECT count(*) FROM event WHERE type = 'payin.expired'"))
                .isEqualTo(30);
    }
}
