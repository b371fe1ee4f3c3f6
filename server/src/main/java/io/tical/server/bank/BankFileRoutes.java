package io.tical.server.bank;

import io.tical.server.bank.BankFile.Status;
import io.tical.server.bankfile.StatementReader;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StreamedContent;
import io.tical.server.input.Query;
import io.tical.server.input.UploadedFile;
import io.tical.server.paymentfile.ArrivedResults;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * {@code /admin/v1/bank-statements}: files of banks, what they would do, and the bytes as they came.
 *
 * @param results take what is a result of a payment file and no statement
 * @param result its JSON by its id
 */
record BankFileRoutes(
        BankFiles files,
        ArrivedResults results,
        Function<UUID, Object> result,
        WaitingApprovals waiting,
        Paging paging) {
    static final String TREE = "/admin/v1/bank-statements";

    private static final int UPLOAD_BYTES_MAX = 10_000_000;
    private static final Predicate<Staff> READ = staff -> staff.may(Permission.READ);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.<Staff>get(TREE, READ, this::list).paged("status", "livemode"),
                new SessionEndpoint.Upload<>(
                        TREE,
                        staff -> staff.may(Permission.MONEY),
                        UPLOAD_BYTES_MAX,
                        this::receive,
                        Set.of("name", "livemode")),
                SessionEndpoint.get(TREE + "/{id}", READ, call -> Answer.ok(view(call.id(BankFiles.RESOURCE)))),
                SessionEndpoint.get(
                        TREE + "/{id}/preview",
                        READ,
                        call -> Answer.ok(BankViews.preview(files.preview(call.id(BankFiles.RESOURCE))))),
                SessionEndpoint.get(TREE + "/{id}/file", READ, this::bytes));
    }

    /** The JSON of a file. */
    Object view(UUID id) {
        var file = files.get(id);
        return waiting.shown(BankViews.file(file), BankFiles.key(file));
    }

    private Answer list(SessionCall<Staff> call) {
        var livemode = livemode(call.query());
        var status = call.query().word("status", Status.class).orElse(null);
        var selection = Selection.ofAll(livemode + " " + status);
        var page = paging.page(call, selection);
        return paging.answer(call, page, selection, files.list(livemode, status, page), BankFile::id, BankViews::file);
    }

    /** Live unless the query says otherwise. */
    static boolean livemode(Query query) {
        return Environments.livemode(query).orElse(true);
    }

    private Answer receive(SessionCall<Staff> call, UploadedFile upload) {
        var livemode = livemode(call.query());
        var name = call.query().text("name").orElse("statement");
        var by = call.person().username();
        StatementReader.Source content = () -> BankFileContent.unpacked(upload.open());
        try {
            if (results.isResult(content)) {
                return Answer.ok(result.apply(results.receive(livemode, name, by, content)));
            }
        } catch (IOException e) {
            throw BankFileContent.failed(e);
        }
        var file = files.receive(livemode, name, BankFile.Origin.OPERATOR, by, upload::open);
        return Answer.created(view(file.id()));
    }

    private StreamedContent bytes(SessionCall<Staff> call) {
        var file = files.get(call.id(BankFiles.RESOURCE));
        var name = file.name().replaceAll("[^A-Za-z0-9._-]", "_");
        return StreamedContent.file("application/octet-stream", name, client -> files.copy(file.id(), client::write));
    }
}
