package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.bank.AccountEntry.Category;
import io.tical.server.bank.AccountEntry.Direction;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.decision.Transferred;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.input.Query;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinDecisionTerms;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/bank-entries}: the entries of the operator's accounts, and what operators say about them. */
record AccountEntryRoutes(AccountEntries entries, EntryBookings bookings, WaitingApprovals waiting, Paging paging) {
    private static final String TREE = "/admin/v1/bank-entries";
    private static final Predicate<Staff> READ = staff -> staff.may(Permission.READ);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.<Staff>get(TREE, READ, this::list)
                        .paged("status", "direction", "account_id", "livemode", "day"),
                SessionEndpoint.get(TREE + "/{id}", READ, call -> Answer.ok(view(call.id(AccountEntries.RESOURCE)))),
                SessionEndpoint.get(TREE + "/{id}/candidates", READ, this::candidates),
                SessionEndpoint.get(
                        TREE + "/{id}/transfers",
                        READ,
                        call -> Answer.ok(entries.transfers(entries.get(call.id(AccountEntries.RESOURCE))).stream()
                                .map(BankViews::transfer)
                                .toList())),
                SessionEndpoint.get(
                        TREE + "/{id}/bookings",
                        READ,
                        call -> Answer.ok(bookings.of(entries.get(call.id(AccountEntries.RESOURCE))))));
    }

    List<StaffAction> actions() {
        return List.of(
                new StaffAction(TREE + "/{id}/ignore", Permission.MONEY, (path, body) -> {
                    body.require("note");
                    return ignore(path);
                }),
                new StaffAction(TREE + "/{id}/allocate", Permission.MONEY, this::allocate),
                new StaffAction(TREE + "/{id}/match", Permission.MONEY, this::match),
                new StaffAction(TREE + "/{id}/return", Permission.MONEY, this::giveBack),
                new StaffAction(TREE + "/{id}/reopen", Permission.MONEY, (path, body) -> reopen(path)));
    }

    /**
     * A payin that an entry may pay.
     *
     * @param transferAmount what its payer was asked to transfer, minor units
     */
    private record CandidateView(
            UUID id,
            UUID organizationId,
            String status,
            String orderRef,
            long amount,
            long transferAmount,
            String currency,
            @Nullable String customerName,
            Instant createdAt,
            Map<String, DecisionTerms> decisionTerms) {
        static CandidateView of(Payin payin, DecisionTerms match) {
            var terms = payin.terms();
            var payer = terms.payer();
            return new CandidateView(
                    payin.key().id(),
                    payin.key().organizationId(),
                    payin.status().word(),
                    terms.merchantRef(),
                    terms.amount(),
                    terms.transferAmount(),
                    terms.currency(),
                    payer == null ? null : payer.customerName(),
                    payin.createdAt(),
                    Map.of("match", match));
        }
    }

    /** What the match of a payin requires. */
    private DecisionTerms terms(Payin payin) {
        return PayinDecisionTerms.received(
                payin, entries.payins().fee(payin), payin.terms().transferAmount(), List.of("note"));
    }

    private Answer candidates(SessionCall<Staff> call) {
        var entry = entries.get(call.id(AccountEntries.RESOURCE));
        return Answer.ok(entries.candidates(entry).stream()
                .map(payin -> CandidateView.of(payin, terms(payin)))
                .toList());
    }

    private Object view(UUID id) {
        var entry = entries.get(id);
        return waiting.shown(BankViews.entry(entry), entry.key());
    }

    private Answer list(SessionCall<Staff> call) {
        var filter = filter(call.query());
        var selection = Selection.ofAll(filter.toString());
        var page = paging.page(call, selection);
        return paging.answer(call, page, selection, entries.list(filter, page), AccountEntry::id, BankViews::entry);
    }

    private static AccountEntryStore.Filter filter(Query query) {
        return new AccountEntryStore.Filter(
                BankFileRoutes.livemode(query),
                query.id("account_id").orElse(null),
                query.word("status", Status.class).orElse(null),
                query.word("direction", Direction.class).orElse(null),
                query.day("day").orElse(null));
    }

    private Request request(AccountEntry entry, StaffAction.Check check, StaffAction.Effect effect) {
        return new Request(
                entry.key(),
                AccountEntries.RESOURCE,
                entry.version(),
                new Stake(Math.abs(entry.amount()), entry.currency()),
                by -> {
                    entries.requireDayOpen(entry);
                    check.require(by);
                },
                effect,
                () -> view(entry.id()));
    }

    private Request ignore(Map<String, String> path) {
        var entry = entries.get(StaffAction.id(path, AccountEntries.RESOURCE));
        return request(entry, by -> AccountEntries.require(entry, Status.OPEN), by -> entries.ignore(entry, by));
    }

    private Request allocate(Map<String, String> path, JsonBody body) {
        var entry = entries.get(StaffAction.id(path, AccountEntries.RESOURCE));
        var category = body.word("category", Category.class).orElse(Category.OTHER);
        body.require("note");
        return request(
                entry, by -> AccountEntries.require(entry, Status.OPEN), by -> entries.allocate(entry, category, by));
    }

    private Request match(Map<String, String> path, JsonBody body) {
        var entry = entries.get(StaffAction.id(path, AccountEntries.RESOURCE));
        return body.has("attempt_id") ? matchTransfer(entry, body) : matchPayin(entry, body);
    }

    private Request matchTransfer(AccountEntry entry, JsonBody body) {
        var attempt = body.id("attempt_id");
        body.check();
        return request(
                entry,
                by -> {
                    AccountEntries.require(entry, Status.OPEN);
                    entries.transfer(entry, attempt);
                },
                by -> entries.match(entry.id(), entries.transfer(entry, attempt), by));
    }

    private Request matchPayin(AccountEntry entry, JsonBody body) {
        var payin = entries.payins().get(body.id("payin_id"));
        return request(
                        entry,
                        by -> {
                            AccountEntries.require(entry, Status.OPEN);
                            AccountEntries.requirePayable(entry, payin);
                        },
                        by -> entries.match(entry.id(), payin, by))
                .moving(new Transferred(terms(payin), Math.abs(entry.amount()), entry.reference()));
    }

    /** What comes back. */
    private enum Returned implements Word {
        PAYOUT,
        SETTLEMENT;

        private EventType.Subject subject() {
            return this == PAYOUT ? EventType.Subject.PAYOUT : EventType.Subject.SETTLEMENT;
        }
    }

    /** The entry has the amount, and is the proof. */
    private Request giveBack(Map<String, String> path, JsonBody body) {
        var entry = entries.get(StaffAction.id(path, AccountEntries.RESOURCE));
        var type = body.word("type", Returned.class).orElse(Returned.PAYOUT);
        var payment = entries.returning(type.subject(), body.id("payment_id"));
        return request(
                entry, by -> entries.requireReturnable(entry, payment, by), by -> entries.giveBack(entry, payment, by));
    }

    private Request reopen(Map<String, String> path) {
        var entry = entries.get(StaffAction.id(path, AccountEntries.RESOURCE));
        return request(entry, by -> AccountEntries.requireReopenable(entry), by -> entries.reopen(entry, by));
    }
}
