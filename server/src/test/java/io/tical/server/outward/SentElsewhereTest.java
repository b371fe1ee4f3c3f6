package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.TestService;
import io.tical.server.work.DueWork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only the node that sent something asks its bank. The others leave it to that node, whoever of them looks first. */
class SentElsewhereTest {
    private static final String DUE_IN = "SELECT extract(epoch FROM due_at - clock_timestamp()) AS seconds FROM payout";
    private static final String STATUS = "SELECT status FROM payout";

    @TempDir
    Path folder;

    @Test
    void whatAnotherNodeSentIsDueAgainSoon() throws Exception {
        try (var world = HistoryWorld.create();
                var database = new HistoryDatabase(world.template());
                var a = node(world, database, "a");
                var b = node(world, database, "b")) {
            var merchants = new HistoryMerchants(world, new Random(1), "elsewhere");
            var order = new HistoryMerchants.Order(HistoryMerchants.Way.RAIL, "elsewhere", 10_000);
            for (var node : new HistoryNode[] {a, b}) {
                node.start();
                database.hasRole();
            }
            compare(a, b);
            var backup = database.backUp();
            database.reconnect(a, b);
            merchants.order(b.modules(), order);
            work(database, b);
            assertThat(database.list(STATUS).getFirst()).containsValue("success");

            database.restore(backup);
            database.reconnect(a, b);
            compare(a, b);
            merchants.order(a.modules(), order);
            for (int round = 0; round < 3; round++) {
                work(database, a);
                assertThat(Double.parseDouble(database.list(DUE_IN).getFirst().get("seconds")))
                        .isLessThanOrEqualTo(2);
            }
            assertThat(database.list(STATUS).getFirst()).containsValue("processing");
            work(database, b);
            assertThat(database.list(STATUS).getFirst()).containsValue("success");
        }
    }

    private HistoryNode node(HistoryWorld world, HistoryDatabase database, String name) throws Exception {
        var bank = Files.createDirectories(folder.resolve("bank"));
        return new HistoryNode(
                database.settings(), folder.resolve(name), bank, HistoryWorld.SETTINGS, world.key(), TestService.CLOCK);
    }

    private static void compare(HistoryNode... nodes) {
        for (int round = 0; round < 3; round++) {
            for (var node : nodes) {
                node.fence().runOnce();
                node.fence().note(LogStatus.OPEN);
            }
        }
        assertThat(nodes).allSatisfy(node -> assertThat(node.fence().closed()).isNull());
    }

    private static void work(HistoryDatabase database, HistoryNode node) {
        database.update("UPDATE payout SET due_at = now() WHERE due_at IS NOT NULL");
        var work = (DueWork) node.modules().work("payouts");
        work.round();
        work.close();
    }
}
