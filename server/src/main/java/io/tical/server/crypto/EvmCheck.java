package io.tical.server.crypto;

import io.tical.server.crypto.ChainWatcher.Account;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.crypto.ChainWatcher.CheckOutcome;
import io.tical.server.crypto.EvmReader.Order;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A check of addresses of one chain. Events come from an index of the node, balances from its state, and both are asked of one block that is
 * final, so they can be compared.
 *
 * <p>The events that came are read from the newest to the oldest, and no further than a number of requests allows: older ones were
 * read by the checks of earlier days, and the balance shows if one is missing. What left is read only where the balance is not what came.
 */
final class EvmCheck {
    /** Requests for events of all addresses: with the usual ranges a million blocks. */
    private static final int QUESTIONS_MAX = 500;
    /** Requests for events of the addresses whose balance differs. */
    private static final int QUESTIONS_OF_DIFFERENCES_MAX = 4_000;

    private final EvmReader reader;
    private final long head;
    private final EvmReader.Block through;
    private final long from;
    private final Map<String, Account> byTopic = new TreeMap<>();
    private final Map<String, BigInteger> difference = new HashMap<>();
    private final Map<String, Set<Event>> counted = new HashMap<>();
    private final List<EvmLog> missed = new ArrayList<>();

    private record Event(String txHash, long index) {}

    private EvmCheck(EvmReader reader, Upstream upstream, List<Account> accounts) {
        this.reader = reader;
        head = reader.head().number();
        var confirmations =
                accounts.stream().mapToInt(Account::confirmations).max().orElseThrow();
        if (head < confirmations) {
            throw upstream.failure("has fewer blocks than a transfer needs confirmations");
        }
        through = reader.block(head - confirmations + 1);
        var opened =
                accounts.stream().map(Account::openedAt).min(Instant::compareTo).orElseThrow();
        from = reader.before(opened, through.number());
        accounts.forEach(account -> byTopic.put(EvmLog.topic(account.address()), account));
    }

    /** @throws UpstreamFailure if the node does not answer */
    static List<CheckOutcome> of(EvmReader reader, Upstream upstream, List<Account> accounts) {
        var check = new EvmCheck(reader, upstream, accounts);
        check.compareWithRecorded();
        var unread = check.readReceived();
        return check.outcomes(accounts, check.explain(unread), upstream);
    }

    private void compareWithRecorded() {
        var topics = List.copyOf(byTopic.keySet());
        var balances =
                reader.balances(byTopic.values().stream().map(Account::address).toList(), through.number());
        for (int i = 0; i < topics.size(); i++) {
            difference.put(topics.get(i), balances.get(i));
        }
        byTopic.forEach((topic, account) -> account.recorded().stream()
                .filter(transfer -> transfer.block() <= through.number())
                .forEach(
                        transfer -> count(topic, new Event(transfer.txHash(), transfer.logIndex()), transfer.units())));
    }

    private boolean count(String topic, Event event, BigInteger units) {
        var first = counted.computeIfAbsent(topic, key -> new HashSet<>()).add(event);
        if (first) {
            difference.merge(topic, units.negate(), BigInteger::add);
        }
        return first;
    }

    /** Reads what came. Returns the range that was too long to be read for all. */
    private EvmReader.Read readReceived() {
        var read = reader.logs(
                from, through.number(), EvmReader.to(List.copyOf(byTopic.keySet())), Order.NEWEST_FIRST, QUESTIONS_MAX);
        received(read.logs());
        return read;
    }

    private void received(List<EvmLog> logs) {
        logs.stream()
                .filter(log -> byTopic.containsKey(log.to()))
                .filter(log -> count(log.to(), new Event(log.txHash(), log.index()), log.units()))
                .forEach(missed::add);
    }

    private List<String> differing() {
        return byTopic.keySet().stream()
                .filter(topic -> of(topic).signum() != 0)
                .toList();
    }

    private BigInteger of(String topic) {
        return difference.getOrDefault(topic, BigInteger.ZERO);
    }

    /** Reads older blocks and what left, where the balance differs. Returns whether all of it was read. */
    private boolean explain(EvmReader.Read unread) {
        if (differing().isEmpty()) {
            return true;
        }
        var older = reader.logs(
                unread.low(),
                unread.high(),
                EvmReader.to(differing()),
                Order.NEWEST_FIRST,
                QUESTIONS_OF_DIFFERENCES_MAX);
        received(older.logs());
        var topics = differing();
        if (topics.isEmpty()) {
            return true;
        }
        var left = reader.logs(
                from, through.number(), EvmReader.from(topics), Order.NEWEST_FIRST, QUESTIONS_OF_DIFFERENCES_MAX);
        var events = new HashSet<Event>();
        left.logs().stream()
                .filter(log -> events.add(new Event(log.txHash(), log.index())))
                .forEach(log -> difference.merge(EvmLog.topic(log.from()), log.units(), BigInteger::add));
        return older.complete() && left.complete();
    }

    private List<CheckOutcome> outcomes(List<Account> accounts, boolean explained, Upstream upstream) {
        var times = reader.times(missed);
        var transfers = new HashMap<String, List<ChainTransfer>>();
        missed.forEach(log ->
                transfers.computeIfAbsent(log.to(), key -> new ArrayList<>()).add(log.transfer(head, times)));
        return accounts.stream()
                .<CheckOutcome>map(account -> {
                    var topic = EvmLog.topic(account.address());
                    return explained || of(topic).signum() == 0
                            ? new CheckOutcome.Checked(
                                    transfers.getOrDefault(topic, List.of()), of(topic), through.at())
                            : new CheckOutcome.Unavailable(upstream.failure(
                                    "allows ranges of blocks that are too short to explain the balance of "
                                            + account.address()));
                })
                .toList();
    }
}
