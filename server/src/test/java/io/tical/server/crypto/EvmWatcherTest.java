package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.crypto.ChainWatcher.ChainOutcome.Scanned;
import io.tical.server.crypto.ChainWatcher.ChainOutcome.Unavailable;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.crypto.ChainWatcher.Watched;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.rail.UpstreamFailure.Kind;
import io.tical.server.rail.UpstreamServer;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an Ethereum-like node on loopback answers, and what the watcher makes of it. */
class EvmWatcherTest {
    private static final String ADDRESS = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
    private static final String OTHER = "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0";

    private final EvmNode node = new EvmNode(300);
    private final EvmWatcher watcher = node.watcher(5);

    @AfterEach
    void close() {
        node.close();
    }

    private static Watched watched(String address, String cursor) {
        return new Watched(address, Instant.now(), cursor, 12, Set.of(), 1);
    }

    private Scanned scan(String cursor) {
        return (Scanned) watcher.scan(List.of(watched(ADDRESS, cursor))).getFirst();
    }

    private UpstreamFailure unavailable() {
        return ((Unavailable) watcher.scan(List.of(watched(ADDRESS, "290"))).getFirst()).failure();
    }

    @Test
    void aTransferIsToldWithItsBlockItsTimeAndItsConfirmations() {
        var at = Instant.now().minusSeconds(30);
        var payment = node.pay(ADDRESS, BigInteger.valueOf(12_345_678), at);
        node.mine(2);

        var scan = scan(null);
        assertThat(scan.transfers())
                .containsExactly(new ChainTransfer(
                        payment.txHash(),
                        0,
                        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                        BigInteger.valueOf(12_345_678),
                        300,
                        3,
                        Instant.ofEpochSecond(at.getEpochSecond())));
        assertThat(scan.head()).isEqualTo(302);
        assertThat(node.server().last().headers()).containsEntry("Authorization", "Bearer node-key");
    }

    @Test
    void theTimeOfABlockIsAskedForWhereTheEventDoesNotHaveItAndManyAtOnce() {
        node.withoutTimestamps();
        for (int i = 0; i < 60; i++) {
            node.pay(ADDRESS, 5);
        }
        var asked = node.server().asked().size();

        assertThat(scan("290").transfers())
                .hasSize(60)
                .allMatch(transfer -> transfer.at().isAfter(Instant.now().minus(Duration.ofMinutes(1))));
        assertThat(node.server().asked().size() - asked)
                .as(
                        "chain, head, events of the range and of the newest block, two batches for times, two for what the cursor passes")
                .isEqualTo(8);
    }

    @Test
    void everyAddressIsAnsweredForInItsOrderAndAllAreAskedForAtOnce() {
        node.pay(OTHER, 7);
        node.pay(ADDRESS, 5);
        node.pay(OTHER, 8);

        var outcomes = watcher.scan(List.of(watched(ADDRESS, "290"), watched(OTHER, "280")));
        assertThat(outcomes).hasSize(2);
        assertThat(((Scanned) outcomes.get(0)).transfers())
                .extracting(ChainTransfer::units)
                .containsExactly(BigInteger.valueOf(5));
        assertThat(((Scanned) outcomes.get(1)).transfers())
                .extracting(ChainTransfer::units)
                .containsExactly(BigInteger.valueOf(7), BigInteger.valueOf(8));
        assertThat(node.requests("eth_getLogs"))
                .as("the range, the newest block, and the blocks that the cursors pass")
                .isEqualTo(3);
        assertThat(node.calls("eth_getLogs")).isEqualTo(2 + 290 - 279);
    }

    @Test
    void whatBringsNothingIsNotTold() {
        node.pay(ADDRESS, 0);

        assertThat(scan("290").transfers()).isEmpty();
    }

    @Test
    void theCursorStaysBehindWhatIsNotFinalAndNeverGoesBack() {
        assertThat(scan("200").cursor()).as("12 confirmations").isEqualTo("288");
        assertThat(((Scanned) node.watcher(40)
                                .scan(List.of(watched(ADDRESS, "200")))
                                .getFirst())
                        .cursor())
                .as("an overlap of 40")
                .isEqualTo("260");
        assertThat(scan("295").cursor()).isEqualTo("295");
        assertThat(scan("400").cursor()).as("a node that lags").isEqualTo("400");
        assertThat(scan("400").head()).isEqualTo(299);
    }

    @Test
    void theCursorPassesABlockOnlyWhenItsEventsWereReadByItsHash() {
        node.pay(ADDRESS, 5);
        node.mine(40);
        node.laggingForRanges(200);
        var scan = scan("290");
        assertThat(scan.transfers()).as("the range has nothing").hasSize(1);
        assertThat(scan.cursor()).isEqualTo("329");

        node.lagging(0).mine(20);
        node.balancedToLagging(20);
        assertThat(scan("310").cursor())
                .as("a node that does not have the newest block")
                .isEqualTo("310");
        node.server().doing((request, exchange) -> {
            node.balancedToLagging(request.text().split("blockHash", -1).length > 2 ? 40 : 0);
            node.answer(request, exchange);
        });
        assertThat(scan("310").cursor()).isEqualTo("310");
        node.recover();
        node.lagging(0);
        assertThat(scan("310").cursor()).isEqualTo("349");
    }

    @Test
    void afterAnOutageOnlyTheNewestBlocksAreReadByTheirHashes() {
        node.mine(500);
        var scan = scan("290");
        assertThat(scan.cursor()).isEqualTo("788");
        assertThat(node.calls("eth_getLogs")).isLessThanOrEqualTo(52);
    }

    @Test
    void theFirstLookBeginsBeforeTheAddressWasMadeHoweverLongAgoThatWas() {
        node.pay(ADDRESS, BigInteger.TEN, Instant.now());
        node.mine(1_000);
        var longAgo = new Watched(ADDRESS, Instant.now().minus(Duration.ofMinutes(30)), null, 12, Set.of(), 1);

        assertThat(((Scanned) watcher.scan(List.of(longAgo)).getFirst()).transfers())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void aProviderThatListsFewBlocksAtOnceIsAskedForFewer(int blocksMax) {
        node.pay(ADDRESS, 5);
        node.mine(30);
        node.refusingMoreThan(blocksMax);

        var scan = scan("299");
        assertThat(scan.transfers()).hasSize(1);
        assertThat(scan.head()).isEqualTo(330);
    }

    @Test
    void anAnswerThatWouldBeTooLargeIsAskedForInParts() {
        for (int i = 0; i < 64; i++) {
            node.pay(ADDRESS, 5);
        }
        var narrow = node.watcher(5, 8 * 1024);

        assertThat(((Scanned) narrow.scan(List.of(watched(ADDRESS, "300"))).getFirst()).transfers())
                .hasSize(64);
    }

    @Test
    void whatDoesNotFitIntoOneLookIsLeftToTheNextAndNothingIsLost() {
        node.pay(ADDRESS, 5);
        node.mine(99);
        node.refusingMoreThan(1);
        var cursor = "250";
        var seen = 0;
        var looks = 0;
        for (Scanned scan; ; cursor = scan.cursor()) {
            scan = scan(cursor);
            looks++;
            seen += scan.transfers().size();
            if (scan.head() == node.head()) {
                break;
            }
            assertThat(Long.parseLong(scan.cursor())).isEqualTo(scan.head() + 1);
        }
        assertThat(seen).isEqualTo(1);
        assertThat(looks).isBetween(3, 10);
    }

    @Test
    void aTransferThatTheChainUndidIsToldNoMore() {
        var payment = node.pay(ADDRESS, 5);
        assertThat(scan("290").transfers()).hasSize(1);

        node.reorganise(1);
        assertThat(scan("290").transfers()).isEmpty();

        node.include(payment);
        assertThat(scan("290").transfers()).singleElement().satisfies(transfer -> {
            assertThat(transfer.txHash()).isEqualTo(payment.txHash());
            assertThat(transfer.logIndex()).isEqualTo(1);
        });
    }

    @Test
    void aChainThatChangesWhileItIsReadIsReadAgain() {
        node.withoutTimestamps();
        node.pay(ADDRESS, 5);
        node.server().doing((request, exchange) -> {
            if (request.text().contains("eth_getBlockByNumber")
                    && !request.text().contains("latest")) {
                node.reorganise(3);
            }
            node.answer(request, exchange);
        });
        assertThat(unavailable().why()).contains("the chain changed");

        node.recover();
        assertThat(scan("290").transfers()).isEmpty();
    }

    @Test
    void aNodeOfAnotherChainIsNotBelieved() {
        node.ofChain(369).pay(ADDRESS, 5);
        assertThat(unavailable()).satisfies(none -> {
            assertThat(none.kind()).isEqualTo(Kind.MISCONFIGURED);
            assertThat(none.why()).contains("chain 369, not of chain 1");
        });

        node.ofChain(1);
        assertThat(scan("290").transfers()).hasSize(1);
        scan("290");
        assertThat(node.calls("eth_chainId")).as("asked until it is known").isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | {}                                                                       | MISCONFIGURED",
                "403 | {\"error\":{\"code\":-32000,\"message\":\"invalid key\"}}                        | MISCONFIGURED",
                "429 | {\"error\":{\"code\":-32005,\"message\":\"slow down\"}}                          | RETRYABLE",
                "200 | {\"id\":1,\"error\":{\"code\":-32005,\"message\":\"project rate limit exceeded\"}}   | RETRYABLE",
                "200 | {\"id\":1,\"error\":{\"code\":429,\"message\":\"compute units per second\"}}       | RETRYABLE",
                "200 | {\"id\":1,\"error\":{\"code\":-32603,\"message\":\"internal error\"}}              | RETRYABLE",
                "503 | {\"error\":\"busy\"}                                                         | RETRYABLE",
                "500 |                                                                          | RETRYABLE",
                "302 |                                                                          | MISCONFIGURED",
                "200 | {\"jsonrpc\":\"2.0\",\"id\":1}                                                 | RETRYABLE",
                "200 | {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}                                   | RETRYABLE",
                "200 | {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}                                     | RETRYABLE",
                "200 | {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x\"}                                   | RETRYABLE",
                "200 | {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0xffffffffffffffffffff\"}               | RETRYABLE",
                "200 | {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"-1\"}                                   | RETRYABLE",
                "200 | <html>                                                                   | RETRYABLE",
                "200 | []                                                                       | RETRYABLE"
            })
    void whatIsNoAnswerSaysNothingOfTheAddress(int status, String body, Kind kind) {
        node.server().answering(status, body == null ? "" : body);
        assertThat(unavailable()).satisfies(none -> {
            assertThat(none.kind()).isEqualTo(kind);
            assertThat(none.retryAfter()).isPositive();
            assertThat(none.why()).doesNotContain("node-key");
        });
        node.recover();
        assertThat(scan("290").transfers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{}",
                "\"0x\"",
                "[1]",
                "[{}]",
                "[{\"address\":\"0x0000000000000000000000000000000000000001\",\"topics\":[]}]"
            })
    void eventsThatMakeNoSenseSayNothing(String result) {
        answeringLogs(result);
        assertThat(unavailable().kind()).isEqualTo(Kind.RETRYABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dac17f958d2ee523a2206206994597c13d831ec7 | 0000000000000000000000000000000000000001",
                "\"blockNumber\":\"0x12c\" | \"blockNumber\":\"0x12d\"",
                "\"blockNumber\":\"0x12c\" | \"blockNumber\":300",
                "\"data\":\"0x0 | \"data\":\"0xz",
                "\"logIndex\":\"0x0\" | \"logIndex\":null",
                "9858effd232b4033e47d90003d41ec34ecaeda94 | 6fac4d18c912343bf86fa7049364dd4e424ab9c0",
                "ddf252ad | 00000000"
            })
    void anEventThatWasNotAskedForIsNotBelieved(String right, String wrong) {
        node.pay(ADDRESS, 5);
        var log = "[{\"address\":\"0xdac17f958d2ee523a2206206994597c13d831ec7\",\"blockHash\":\"0x" + "1".repeat(64)
                + "\",\"blockNumber\":\"0x12c\",\"blockTimestamp\":\"0x65000000\",\"data\":\"0x" + "0".repeat(63)
                + "5\",\"logIndex\":\"0x0\",\"topics\":[\"" + EvmLog.TRANSFER + "\",\"" + EvmLog.topic(OTHER) + "\",\""
                + EvmLog.topic(ADDRESS) + "\"],\"transactionHash\":\"0x" + "2".repeat(64) + "\"}]";
        answeringLogs(log);
        assertThat(scan("290").transfers()).hasSize(1);

        assertThat(log).contains(right);
        var at = right.startsWith("9858") ? log.lastIndexOf(right) : log.indexOf(right);
        answeringLogs(log.substring(0, at) + wrong + log.substring(at + right.length()));
        assertThat(unavailable().kind()).isEqualTo(Kind.RETRYABLE);
    }

    @Test
    void anEventThatANodeMarksAsUndoneDoesNotCount() {
        answeringLogs("[{\"address\":\"" + EvmNode.CONTRACT + "\",\"blockHash\":\"0x" + "1".repeat(64)
                + "\",\"blockNumber\":\"0x12b\",\"data\":\"0x" + "0".repeat(63)
                + "5\",\"logIndex\":\"0x0\",\"removed\":true,"
                + "\"topics\":[\"" + EvmLog.TRANSFER + "\",\"" + EvmLog.topic(OTHER) + "\",\"" + EvmLog.topic(ADDRESS)
                + "\"],\"transactionHash\":\"0x" + "2".repeat(64) + "\"}]");
        assertThat(scan("290").transfers()).isEmpty();
    }

    private void answeringLogs(String result) {
        node.server().doing((request, exchange) -> {
            if (request.text().contains("eth_getLogs")) {
                UpstreamServer.send(exchange, 200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
            } else {
                node.answer(request, exchange);
            }
        });
    }

    @Test
    void aBatchThatIsRefusedOrAnsweredInPartSaysNothing() {
        node.withoutTimestamps().pay(ADDRESS, 5);
        for (var answer : List.of(
                "[]",
                "[{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}]",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no batches\"}}",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}]")) {
            node.server().doing((request, exchange) -> {
                if (request.text().contains("eth_getBlockByNumber")) {
                    UpstreamServer.send(exchange, 200, answer);
                } else {
                    node.answer(request, exchange);
                }
            });
            assertThat(unavailable().kind()).as(answer).isEqualTo(Kind.RETRYABLE);
        }
    }

    @Test
    void aContractHasTheAddressOfOne() {
        assertThatThrownBy(() -> new EvmWatcher.Chain(1, "0xdAC17F958D2ee523a2206206994597C13D831eC7", 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
