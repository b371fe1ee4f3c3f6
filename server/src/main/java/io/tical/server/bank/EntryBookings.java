package io.tical.server.bank;

import io.tical.common.admin.BankStatements.Booked;
import io.tical.common.admin.BankStatements.Bookings;
import io.tical.common.admin.BankStatements.Line;
import io.tical.common.admin.BankStatements.Payment;
import io.tical.common.admin.BankStatements.Possible;
import io.tical.db.Database;
import io.tical.server.bank.AccountEntry.Category;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.ledger.Ledger;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Transfer;
import io.tical.server.paymentfile.Debits.Sent;
import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What decisions on an entry book, before they are made, and what they booked. */
record EntryBookings(Database database, AccountEntries entries, Ledger ledger) {
    Bookings of(AccountEntry entry) {
        var postings = database.run(session -> BankPostingStore.ofEntries(session, List.of(entry.id()), false));
        var possible = new ArrayList<>(returns(entry));
        possible.addAll(possible(entry, postings));
        return new Bookings(possible, booked(entry, postings));
    }

    /** The payments that the entry may give back, and what that books for their merchants. One that is refused now is left out. */
    private List<Possible> returns(AccountEntry entry) {
        return database.run(session -> entries.returnable(session, entry)).stream()
                .flatMap(sent -> returned(entry, sent).stream())
                .toList();
    }

    private Optional<Possible> returned(AccountEntry entry, Sent sent) {
        try {
            var returns = entries.returns(sent.subject());
            var payment = returns.payment(sent.transaction().id());
            var lines = returns.movements(payment.key(), entry.id(), entry.amount()).stream()
                    .filter(movement -> movement.amount() > 0)
                    .map(movement -> line(payment.currency(), movement))
                    .toList();
            return Optional.of(new Possible(
                    "return",
                    null,
                    new Payment(
                            sent.subject().word(),
                            payment.key().id(),
                            payment.key().organizationId(),
                            payment.reference(),
                            sent.reference()),
                    lines));
        } catch (Problem refused) {
            return Optional.empty();
        }
    }

    private static List<Possible> possible(AccountEntry entry, List<BankPosting> postings) {
        if (entry.status() == Status.OPEN) {
            return Stream.of(Category.values())
                    .map(category -> new Possible(
                            EntryAction.Trigger.ALLOCATE.word(),
                            category.word(),
                            null,
                            List.of(line(entry.currency(), BankPosting.movement(entry, category)))))
                    .toList();
        }
        var key = BankPosting.of(entry);
        return postings.stream()
                .filter(posting -> posting.key().equals(key))
                .map(posting -> new Possible(
                        EntryAction.Trigger.REOPEN.word(),
                        null,
                        null,
                        List.of(line(entry.currency(), posting.opposite()))))
                .toList();
    }

    private static Line line(String currency, Movement movement) {
        var posting = movement.posting();
        return new Line(posting.word(), posting.debit().word(), posting.credit().word(), movement.amount(), currency);
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
