package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.TestDatabase;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.DueWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One random history of two nodes with their own homes, whose database forgets what happened since any of its backups. */
final class LossHistory implements AutoCloseable {
    private static final int ROUNDS_MAX = 30;

    private final Random random;
    private final HistoryDatabase database;
    private final Path folder;
    private final List<HistoryNode> nodes;
    private final HistoryBank bank;
    private final HistoryMerchants merchants;
    private final HistoryPayers payers;
    private final HistoryStaff staff;
    private final Ahead clock = new Ahead();

    /** The orders of which the database may have forgotten something. */
    private final Set<String> touched = new HashSet<>();

    /**
     * The orders of what left, of which the only record was in a log that two people have said to be gone, or of which nothing that is left has
     * ever heard.
     */
    private final Set<String> beyondKnowledge = new HashSet<>();

    private final List<String> story = new ArrayList<>();
    private boolean losing;

    /** A clock that runs ahead as a history goes on, so that what is to be repeated later is repeated soon. */
    private static final class Ahead extends Clock {
        private final AtomicLong milliseconds = new AtomicLong();

        void pass(Duration duration) {
            milliseconds.addAndGet(duration.toMillis());
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(System.currentTimeMillis() + milliseconds.get());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    LossHistory(HistoryWorld world, long seed) throws IOException {
        this.random = new Random(seed);
        this.folder = TestDatabase.temporaryFolder("tical-history-");
        this.database = new HistoryDatabase(world.template());
        var books = Files.createDirectory(folder.resolve("bank"));
        this.nodes = Stream.of("a", "b")
                .map(name -> new HistoryNode(
                        database.settings(), folder.resolve(name), books, HistoryWorld.SETTINGS, world.key(), clock))
                .toList();
        this.bank = new HistoryBank(
                books,
                () -> nodes.stream().flatMap(node -> node.departed().stream()).toList());
        this.merchants = new HistoryMerchants(world, random, "o" + seed);
        this.payers = new HistoryPayers(world, database, bank, random);
        this.staff = new HistoryStaff(database, bank, random, this::mayBeInReview);
    }

    /** What is known when it fails. */
    String story() {
        return String.join("\n", story);
    }

    /** People are asked only where the bank says nothing, or where the database may have forgotten something. */
    private boolean mayBeInReview(String reference) {
        return touched.contains(reference)
                || merchants.orders().stream()
                        .anyMatch(order -> order.reference().equals(reference) && order.unknown());
    }

    void run(int steps) {
        nodes.forEach(this::start);
        nodes.forEach(node -> attempt("compare", () -> compare(node)));
        backup();
        for (int step = 0; step < steps; step++) {
            step();
        }
        end();
    }

    private HistoryNode any() {
        var running = nodes.stream().filter(HistoryNode::isRunning).toList();
        return running.isEmpty() ? nodes.getFirst() : running.get(random.nextInt(running.size()));
    }

    private void step() {
        if (nodes.stream().noneMatch(HistoryNode::isRunning)) {
            start(any());
        }
        var node = any();
        clock.pass(Duration.ofMillis(random.nextInt(3_000)));
        switch (random.nextInt(34)) {
            case 0, 1, 2, 3, 4, 5 -> {
                var order = merchants.next();
                attempt("order " + order, () -> merchants.order(node.modules(), order));
            }
            case 6, 7 -> repeat(node);
            case 8 -> cancel(node);
            case 9, 10, 11, 12, 13, 14 -> attempt("work " + nodes.indexOf(node), () -> work(node));
            case 15, 16 -> attempt("tell", () -> tell(node));
            case 17, 18, 19 -> attempt("staff transfer", () -> staff.transfer(node.modules(), 50));
            case 20 -> attempt("staff approve", () -> staff.approve(node.modules()));
            case 21 -> attempt("staff decide", () -> staff.decide(node.modules()));
            case 22, 23 -> matched(node);
            case 24 -> attempt("payers confirmed", () -> payers.confirm(node.modules()));
            case 25 -> attempt("payers given up", () -> payers.giveUp(node.modules()));
            case 26 -> attempt("compare " + nodes.indexOf(node), () -> compare(node));
            case 27 -> backup();
            case 28, 29 -> lose(node);
            case 30 -> cut(node);
            case 31, 32, 33 -> change(node);
            default -> throw new IllegalStateException("no such step");
        }
    }

    /** Whatever is refused or broken off is done again later. */
    private void attempt(String what, Runnable action) {
        try {
            action.run();
            story.add(what);
        } catch (Problem | DatabaseUnavailable | OutwardLog.Unavailable refused) {
            story.add(what + ": " + refused);
        } catch (RuntimeException broken) {
            if (!losing) {
                throw broken;
            }
            story.add(what + ": " + broken);
        }
    }

    private void compare(HistoryNode node) {
        node.fence().runOnce();
        node.fence().note(LogStatus.OPEN);
    }

    /** A payer comes for one of the payouts that are offered, and looks whom to pay. */
    private void matched(HistoryNode node) {
        var offered = merchants.orders().stream()
                .filter(order -> order.way() == HistoryMerchants.Way.MATCHED)
                .toList();
        if (!offered.isEmpty()) {
            var order = offered.get(random.nextInt(offered.size()));
            attempt("payer of " + order.reference(), () -> payers.come(node.modules(), order.amount()));
        }
        attempt("payers look", () -> payers.look(node.modules()));
    }

    private void repeat(HistoryNode node) {
        if (!merchants.orders().isEmpty()) {
            var order = merchants.orders().get(random.nextInt(merchants.orders().size()));
            attempt("repeat " + order.reference(), () -> merchants.order(node.modules(), order));
        }
    }

    private void cancel(HistoryNode node) {
        var open = database.list("SELECT * FROM " + HistoryDatabase.OBJECTS
                + " WHERE kind = 'payout' AND status = 'processing' ORDER BY id");
        if (!open.isEmpty()) {
            var one = open.get(random.nextInt(open.size()));
            attempt("cancel " + one.get("ref"), () -> merchants.cancel(node.modules(), HistoryStaff.key(one)));
        }
    }

    /** A round of what is due, which is everything. */
    private void work(HistoryNode node) {
        for (var table : List.of("payout", "settlement")) {
            database.update("UPDATE " + table + " SET due_at = now() WHERE due_at IS NOT NULL");
        }
        for (var name : List.of("payouts", "settlements")) {
            var work = node.modules().work(name);
            work.round();
            ((DueWork) work).close();
        }
    }

    /** Callbacks are sent until none is in flight. */
    private void tell(HistoryNode node) {
        database.update("UPDATE delivery SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL");
        var work = node.modules().get(WebhookModule.class).deliveryWork();
        var idle = work.pause();
        do {
            work.round();
        } while (work.pause().compareTo(idle) < 0);
    }

    private void backup() {
        story.add("backup " + database.backUp());
        database.reconnect(nodes.toArray(HistoryNode[]::new));
    }

    /** The database goes back to a backup, sometimes while a node works. */
    private void lose(HistoryNode node) {
        var backup = random.nextBoolean() ? database.backups() - 1 : random.nextInt(database.backups());
        if (random.nextInt(3) == 0) {
            nodes.stream().filter(one -> one != node).forEach(HistoryNode::kill); // it is away meanwhile
        }
        touch();
        during(node, () -> database.restore(backup));
        touch();
        story.add("lost back to " + backup);
        database.reconnect(nodes.toArray(HistoryNode[]::new));
        forgiveWhatNobodyMisses();
        compareSoon();
    }

    /** Nodes compare twice a second, so mostly before anything else happens. */
    private void compareSoon() {
        var order = new ArrayList<>(nodes);
        Collections.shuffle(order, random);
        for (var node : order) {
            if (node.isRunning() && random.nextInt(5) > 0) {
                attempt("compare " + nodes.indexOf(node), () -> compare(node));
            }
        }
    }

    private void start(HistoryNode node) {
        node.start();
        database.hasRole();
    }

    /** The connections break, sometimes while a node works. */
    private void cut(HistoryNode node) {
        during(node, database::disconnect);
        database.reconnect(nodes.toArray(HistoryNode[]::new));
    }

    private void touch() {
        merchants.orders().forEach(order -> touched.add(order.reference()));
    }

    private void during(HistoryNode node, Runnable loss) {
        losing = true;
        var working = random.nextBoolean()
                ? Thread.ofVirtual().start(() -> attempt("interrupted work", () -> work(node)))
                : Thread.ofVirtual()
                        .start(() -> attempt("interrupted report", () -> staff.transfer(node.modules(), 100)));
        try {
            Thread.sleep(random.nextInt(12));
            loss.run();
            working.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            losing = false;
        }
    }

    /** A node stops, dies, loses its home, or starts; or time passes. */
    private void change(HistoryNode node) {
        var off = nodes.stream().filter(one -> !one.isRunning()).findFirst();
        if (off.isPresent() && random.nextInt(3) > 0) {
            start(off.get());
            story.add("start " + nodes.indexOf(off.get()));
            compareSoon();
            return;
        }
        var name = nodes.indexOf(node);
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                node.stop();
                story.add("stop " + name);
            }
            case 2, 3, 4 -> {
                node.kill();
                story.add("kill " + name);
            }
            case 5 -> {
                node.kill();
                node.tear(random);
                story.add("kill and tear " + name);
            }
            case 6 -> {
                node.loseHome();
                touch();
                forgiveWhatNobodyMisses();
                story.add("lose the home of " + name);
            }
            default -> {
                database.update("UPDATE outward_log SET seen_at = seen_at - interval '1 hour'");
                story.add("an hour passes");
            }
        }
    }

    /** Everybody does what is theirs until nothing is open. */
    private void end() {
        story.add("the end");
        database.update("UPDATE outward_log SET seen_at = seen_at - interval '1 hour'");
        nodes.forEach(this::start);
        for (int round = 1; round <= ROUNDS_MAX && !isOver(); round++) {
            clock.pass(Duration.ofMinutes(10));
            nodes.forEach(node -> attempt("compare " + nodes.indexOf(node), () -> compare(node)));
            if (round > 2) {
                nodes.forEach(this::sayWhatIsGone);
            }
            for (var order : missing()) {
                attempt("repeat " + order.reference(), () -> merchants.order(any().modules(), order));
            }
            var node = any();
            attempt("payers confirmed", () -> payers.confirm(node.modules()));
            attempt("payers given up", () -> payers.giveUp(node.modules()));
            attempt("staff approve", () -> staff.approve(node.modules()));
            nodes.forEach(one -> attempt("work " + nodes.indexOf(one), () -> work(one)));
            attempt("staff transfer", () -> staff.transfer(node.modules(), 100));
            attempt("staff decide", () -> staff.decide(node.modules()));
            attempt("tell", () -> tell(node));
        }
        check();
    }

    private boolean isOver() {
        return nodes.stream().allMatch(node -> node.fence().closed() == null) && open().isEmpty();
    }

    private List<String> open() {
        var open = new ArrayList<String>();
        database.list("SELECT * FROM " + HistoryDatabase.OBJECTS + " WHERE open")
                .forEach(row -> open.add(row.toString()));
        database.list("SELECT * FROM outward_case WHERE status = 'open'").forEach(row -> open.add(row.toString()));
        payers.open().forEach(row -> open.add("match " + row));
        missing().forEach(order -> open.add("not ordered: " + order));
        return open;
    }

    /** The orders that the merchants do not find in their lists. */
    private List<HistoryMerchants.Order> missing() {
        var existing = database.list("SELECT ref FROM " + HistoryDatabase.OBJECTS).stream()
                .map(row -> row.get("ref"))
                .collect(Collectors.toSet());
        return merchants.orders().stream()
                .filter(order -> !existing.contains(order.reference()))
                .toList();
    }

    /** Two administrators say which logs nobody has any more. Nothing waits for another one when all nodes run. */
    private void sayWhatIsGone(HistoryNode node) {
        var closed = node.fence().closed();
        if (closed == null) {
            return;
        }
        var gone = new LinkedHashSet<UUID>();
        nodes.forEach(one -> gone.addAll(one.lost().keySet()));
        assertThat(closed.reason()).as(closed.sentence()).isIn(Fence.Reason.COMPARING, Fence.Reason.LOGS_MISSING);
        var module = node.modules().get(OutwardModule.class);
        var logs = new KnownLogs(node.modules().database(), clock, module.kept());
        var needed = closed.logs().stream().filter(gone::contains).toList();
        if (!needed.isEmpty()) {
            requireOncePaid();
        }
        for (var log : needed) {
            database.update(
                    "UPDATE outward_log SET seen_at = seen_at - interval '1 hour' WHERE log_id = '" + log + "'");
            forgive(log);
            attempt(
                    "gone " + log,
                    () -> logs.gone(
                            log,
                            new StaffDecision(
                                    "admin",
                                    null,
                                    "its disk is gone",
                                    Ids.next().toString())));
        }
    }

    private void forgive(UUID log) {
        for (var node : nodes) {
            node.lost()
                    .getOrDefault(log, List.of())
                    .forEach(sent -> beyondKnowledge.add(String.valueOf(sent.reference())));
        }
    }

    /** A log that is lost together with the database, before another node has heard of it, is missed by nobody. */
    private void forgiveWhatNobodyMisses() {
        var known = database
                .list(
                        "SELECT log_id, status, to_char(compared_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS noted FROM outward_log")
                .stream()
                .collect(Collectors.toMap(row -> row.get("log_id"), Function.identity()));
        for (var node : nodes) {
            for (var log : node.lost().keySet()) {
                var row = known.get(log.toString());
                var noted = row == null ? Instant.MIN : Instant.parse(row.get("noted"));
                var isOpen = row != null && row.get("status").equals("open");
                if (!isOpen && nodes.stream().noneMatch(one -> one.hasHeardOf(log, noted))) {
                    forgive(log);
                }
            }
        }
    }

    /** What only a log had that two people have said to be gone may be paid again: they have looked for it. */
    private void requireOncePaid() {
        assertThat(bank.transfers())
                .allSatisfy((order, made) -> assertThat(made)
                        .as("transfers for " + order)
                        .hasSizeLessThanOrEqualTo(beyondKnowledge.contains(order) ? 2 : 1));
    }

    private void check() {
        var why =
                nodes.stream().map(HistoryNode::fence).map(Fence::closedBecause).toList();
        assertThat(why).as("what keeps the nodes back").containsOnlyNulls();
        assertThat(open()).as("what has not ended").isEmpty();
        requireOncePaid();
        merchants
                .told()
                .forEach((order, outcomes) -> assertThat(outcomes)
                        .as("what the merchant was told of %s", order)
                        .hasSizeLessThanOrEqualTo(1));
        var transfers = bank.transfers();
        for (var row : database.list("SELECT * FROM " + HistoryDatabase.OBJECTS + " ORDER BY ref")) {
            var paid = row.get("status").equals("success") || row.get("status").equals("completed");
            assertThat(transfers.containsKey(row.get("ref")))
                    .as("whether the money of %s moved", row)
                    .isEqualTo(paid);
        }
    }

    @Override
    public void close() throws Exception {
        nodes.forEach(HistoryNode::close);
        database.close();
        TestDatabase.deleteTree(folder);
    }
}
