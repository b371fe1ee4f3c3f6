package io.tical.server.paymentfile;

import io.tical.server.bankfile.PaymentFormat;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StreamedContent;
import io.tical.server.input.UploadedFile;
import io.tical.server.key.TransactionKey;
import io.tical.server.paymentfile.OutgoingFile.Status;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** {@code /admin/v1/payment-files} and what belongs to them: the accounts that pay, the bytes for the bank, and its results. */
record OutgoingRoutes(
        FileDrafts drafts,
        OutgoingFiles files,
        BankAnswers answers,
        PayingAccounts accounts,
        WaitingApprovals waiting,
        Paging paging,
        Clock clock) {
    static final String FILES = "/admin/v1/payment-files";
    static final String RESULTS = "/admin/v1/payment-results";
    static final String ACCOUNTS = "/admin/v1/paying-accounts";

    private static final Predicate<Staff> READ = staff -> staff.may(Permission.READ);
    private static final Predicate<Staff> PAY = staff -> staff.may(Permission.PAYOUTS);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        "/admin/v1/payment-formats",
                        READ,
                        call -> Answer.ok(PaymentFormat.shipped().stream()
                                .map(OutgoingViews::format)
                                .toList())),
                SessionEndpoint.get(
                        ACCOUNTS,
                        READ,
                        call -> Answer.ok(waiting.shown(
                                accounts.list(), one -> accountKey(one.account().id()), this::account))),
                SessionEndpoint.get(
                        ACCOUNTS + "/{id}", READ, call -> Answer.ok(account(call.id("collection_account")))),
                SessionEndpoint.<Staff>get(
                                ACCOUNTS + "/{id}/waiting",
                                READ,
                                call -> Answer.ok(OutgoingViews.outlook(
                                        drafts.outlook(call.id("collection_account"), livemode(call)))))
                        .taking("livemode"),
                SessionEndpoint.<Staff>get(FILES, READ, this::list).paged("status", "waiting", "livemode"),
                SessionEndpoint.get(FILES + "/{id}", READ, call -> Answer.ok(view(call.id(OutgoingFile.RESOURCE)))),
                SessionEndpoint.<Staff>get(FILES + "/{id}/payments", READ, this::payments)
                        .taking("status"),
                SessionEndpoint.get(FILES + "/{id}/file", PAY, this::bytes),
                SessionEndpoint.get(FILES + "/{id}/results", READ, this::results),
                new SessionEndpoint.Upload<>(
                        FILES + "/{id}/results", PAY, ArrivedResults.BYTES_MAX, this::receive, Set.of("name")),
                SessionEndpoint.get(
                        RESULTS + "/{id}", READ, call -> Answer.ok(resultView(call.id(BankAnswer.RESOURCE)))),
                SessionEndpoint.get(RESULTS + "/{id}/file", READ, this::resultBytes));
    }

    static TransactionKey accountKey(UUID id) {
        return TransactionKey.ofService(true, id);
    }

    private Object account(PayingAccounts.Shown shown) {
        return OutgoingViews.account(shown, clock.instant());
    }

    Object account(UUID id) {
        return waiting.shown(account(accounts.get(id)), accountKey(id));
    }

    /** The JSON of a file. */
    Object view(UUID id) {
        var file = files.get(id);
        return waiting.shown(OutgoingViews.file(file, files.alike(List.of(id))), OutgoingFiles.key(file));
    }

    /** The JSON of a result. */
    Object resultView(UUID id) {
        return result(answers.get(id));
    }

    private Object result(BankAnswer answer) {
        return waiting.shown(OutgoingViews.result(answer, answers.effect(answer)), BankAnswers.key(answer));
    }

    /** Live unless the query says otherwise. */
    private static boolean livemode(SessionCall<Staff> call) {
        return Environments.livemode(call.query()).orElse(true);
    }

    private Answer list(SessionCall<Staff> call) {
        var livemode = livemode(call);
        var status = call.query().word("status", Status.class).orElse(null);
        var waiting = call.query().flag("waiting").orElse(false);
        var selection = Selection.ofAll(livemode + " " + status + " " + waiting);
        var page = paging.page(call, selection);
        var listed = files.list(livemode, status, waiting, page);
        var alike = files.alike(listed.stream().map(OutgoingFile::id).toList());
        return paging.answer(call, page, selection, listed, OutgoingFile::id, file -> OutgoingViews.file(file, alike));
    }

    private Answer payments(SessionCall<Staff> call) {
        var file = files.get(call.id(OutgoingFile.RESOURCE));
        var status = call.query().word("status", OutgoingPayment.Status.class).orElse(null);
        return Answer.ok(files.payments(file.id(), status).stream()
                .map(OutgoingViews::line)
                .toList());
    }

    private StreamedContent bytes(SessionCall<Staff> call) {
        var file = files.get(call.id(OutgoingFile.RESOURCE));
        var by = new StaffDecision(
                call.person().username(),
                null,
                null,
                call.visit().requestId(),
                call.visit().source().getHostAddress());
        var bytes = files.handOut(file.id(), by);
        var format = PaymentFormat.named(file.terms().format());
        var name =
                file.terms().name() + "." + format.map(PaymentFormat::extension).orElse("txt");
        return StreamedContent.file("application/octet-stream", name, client -> client.write(bytes));
    }

    private Answer results(SessionCall<Staff> call) {
        var file = files.get(call.id(OutgoingFile.RESOURCE));
        return Answer.ok(answers.ofFile(file.id()).stream().map(this::result).toList());
    }

    private Answer receive(SessionCall<Staff> call, UploadedFile upload) {
        var answer = answers.receive(
                call.id(OutgoingFile.RESOURCE),
                call.query().text("name").orElse("result"),
                call.person().username(),
                upload.bytes());
        return Answer.created(result(answer));
    }

    private StreamedContent resultBytes(SessionCall<Staff> call) {
        var answer = answers.get(call.id(BankAnswer.RESOURCE));
        var bytes = answers.bytes(answer);
        var name = answer.name().replaceAll("[^A-Za-z0-9._-]", "_");
        return StreamedContent.file("application/octet-stream", name, client -> client.write(bytes));
    }
}
