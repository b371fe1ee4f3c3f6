package io.tical.server.bank;

import io.tical.common.admin.BankStatements.Booked;
import io.tical.common.admin.BankStatements.Bookings;
import io.tical.common.admin.BankStatements.Line;
import io.tical.common.admin.BankStatements.Possible;
import io.tical.db.Database;
import io.tical.server.bank.AccountEntry.Category;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.ledger.Ledger;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Transfer;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What decisions on an entry book, before they are made, and what they booked. */
record EntryBookings(Database database, Ledger ledger) {
    Bookings of(AccountEntry entry) {
        var postings = database.run(session -> BankPostingStore.ofEntries(session, List.of(entry.id()), false));
        return new Bookings(possible(entry, postings), booked(entry, postings));
    }

    private static List<Possible> possible(AccountEntry entry, List<BankPosting> postings) {
        if (entry.status() == Status.OPEN) {
            return Stream.of(Category.values())
                    .map(category -> new Possible(
                            EntryAction.Trigger.ALLOCATE.word(),
                            category.word(),
                            List.of(line(entry, BankPosting.movement(entry, category)))))
                    .toList();
        }
        var key = BankPosting.of(entry);
        return postings.stream()
                .filter(posting -> posting.key().equals(key))
                .map(posting ->
                        new Possible(EntryAction.Trigger.REOPEN.word(), null, List.of(line(entry, posting.opposite()))))
                .toList();
    }

    private static Line line(AccountEntry entry, Movement movement) {
        var posting = movement.posting();
        return new Line(
                posting.word(), posting.debit().word(), posting.credit().word(), movement.amount(), entry.currency());
    }

    private List<Booked> booked(AccountEntry entry, List<BankPosting> postings) {
        var wallet = Objects.requireNonNull(entry.wallet());
        return postings.stream()
                .flatMap(posting ->
                        ledger
                                .transfersOf(
                                        wallet.organizationId(),
                                        wallet.livemode(),
                                        posting.key().id())
                                .stream())
                .sorted(Comparator.comparing(Transfer::seq))
                .map(EntryBookings::booked)
                .toList();
    }

    private static Booked booked(Transfer transfer) {
        return new Booked(
                new Line(
                        transfer.posting(),
                        transfer.debit().word(),
                        transfer.credit().word(),
                        transfer.amount(),
                        transfer.wallet().currency()),
                transfer.createdAt().getEpochSecond());
    }
}
