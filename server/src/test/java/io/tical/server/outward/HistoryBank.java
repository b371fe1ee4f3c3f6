package io.tical.server.outward;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** The bank of a random history: all money that moved for each order, whatever any database says. */
final class HistoryBank {
    private final Path books;
    private final Supplier<List<Departure>> departed;

    /** By the reference of the order: what staff and payers transferred. */
    private final Map<String, List<String>> byHand = new HashMap<>();

    private final Set<String> made = new HashSet<>();

    /**
     * @param books the books of the simulated bank
     * @param departed all records of the logs, which say for which order an attempt was
     */
    HistoryBank(Path books, Supplier<List<Departure>> departed) {
        this.books = books;
        this.departed = departed;
    }

    /** Somebody transfers the money of an order, once for the same reason. */
    void transfer(String order, String reason) {
        if (made.add(reason)) {
            byHand.computeIfAbsent(order, _ -> new ArrayList<>()).add(reason);
        }
    }

    /** The transfers for each order. */
    Map<String, List<String>> transfers() {
        var orders = new HashMap<UUID, String>();
        for (var one : departed.get()) {
            orders.put(one.id(), String.valueOf(one.reference()));
        }
        var all = new HashMap<String, List<String>>();
        byHand.forEach((order, transfers) -> all.put(order, new ArrayList<>(transfers)));
        for (var attempt : delivered()) {
            var order = orders.get(attempt);
            if (order == null) {
                throw new AssertionError("attempt " + attempt + " left without a record");
            }
            all.computeIfAbsent(order, _ -> new ArrayList<>()).add("attempt " + attempt);
        }
        return all;
    }

    boolean has(String order) {
        return transfers().containsKey(order);
    }

    private Set<UUID> delivered() {
        var delivered = new HashSet<UUID>();
        try (var files = Files.list(books)) {
            for (var book : files.toList()) {
                for (var line : Files.readAllLines(book)) {
                    if (line.contains(" DELIVERED ")) {
                        delivered.add(UUID.fromString(line.substring(0, line.indexOf(' '))));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return delivered;
    }
}
