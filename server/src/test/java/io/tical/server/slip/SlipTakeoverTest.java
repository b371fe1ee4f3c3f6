package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitStatus;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.picture.Pictures;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node leaves undone when it dies, another one takes on; nodes share what there is to do, and nothing happens twice. */
class SlipTakeoverTest {
    /** Takes slips and leaves the work on them to others. */
    private TestService idle;

    @BeforeEach
    void start() {
        idle = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterEach
    void stop() {
        idle.requireCleanAudit();
        idle.close();
    }

    @Test
    void aClaimWhoseNodeDiedIsTakenOnWhenItsLeaseEnds() {
        var merchant = idle.merchant();
        var payin = merchant.payin("leased", 10_000).expect(201).word("id");
        merchant.slip(payin, slip(reference())).expect(200);
        // A lease that does not end while the other node starts.
        idle.sql("UPDATE slip SET due_at = now() + interval '1 hour'");
        try (var node = idle.node(Map.of(), TestService.Work.RUNNING)) {
            assertThat(merchant.at(node.port()).payin(payin).word("status")).isEqualTo("processing");
            idle.sql("UPDATE slip SET due_at = now() + interval '1 second'");
            awaitStatus(merchant, payin, "success");
        }
    }

    @Test
    void threeNodesAcceptEachSlipOnce() {
        var merchant = idle.merchant();
        var payins = new ArrayList<String>();
        for (int i = 0; i < 12; i++) {
            var payin =
                    merchant.payin("shared-" + i, 10_000 + 200L * i).expect(201).word("id");
            merchant.slip(payin, slip(reference())).expect(200);
            payins.add(payin);
        }
        try (var one = idle.node(Map.of(), TestService.Work.RUNNING);
                var two = idle.node(Map.of(), TestService.Work.RUNNING);
                var three = idle.node(Map.of(), TestService.Work.RUNNING)) {
            for (var payin : payins) {
                awaitStatus(merchant, payin, "success");
            }
            assertThat(one.port()).isNotEqualTo(two.port()).isNotEqualTo(three.port());
        }
        assertThat(idle.count("SELECT count(*) FROM slip_reference")).isEqualTo(12);
        assertThat(idle.count("SELECT count(*) FROM event WHERE type = 'payin.succeeded'"))
                .isEqualTo(12);
        assertThat(idle.count("SELECT max(asked) FROM slip")).isEqualTo(1);
    }

    @Test
    void aDirectoryKeepsThePicturesForAllNodes() throws Exception {
        var folder = Files.createTempDirectory("tical-slips");
        try (var node = idle.node(Map.of("TICAL_SLIP_DIRECTORY", folder.toString()), TestService.Work.RUNNING)) {
            var merchant = idle.merchant().at(node.port());
            var payin = merchant.payin("folder", 10_000).expect(201).word("id");
            // Without a code, so that the verifier is shown the picture itself.
            merchant.slip(payin, Pictures.jpeg(Pictures.photo(600, 800, 4, 11), 0.8))
                    .expect(200);
            awaitStatus(merchant, payin, "success");
            assertThat(idle.count("SELECT count(*) FROM slip_image")).isZero();
            try (var files = Files.walk(folder)) {
                assertThat(files.filter(file -> file.toString().endsWith(".jpg")))
                        .hasSize(1);
            }
        } finally {
            TestDatabase.deleteTree(folder);
        }
    }
}
