package io.tical.console.bank;

import io.tical.common.Ids;
import io.tical.common.admin.BankStatements.Received;
import io.tical.console.api.AdminApi;
import io.tical.console.api.ApiProblem;
import io.tical.console.part.Problems;
import io.tical.console.work.Workspace;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The files that an operator sends, one after the other. Used on the thread of the user interface. */
final class Uploads {
    private final Workspace workspace;
    private final Consumer<UUID> received;
    private final ObservableList<Upload> all = FXCollections.observableArrayList();
    private boolean sending;

    /**
     * A file that is or was sent.
     *
     * @param requestId of the operator's intention, the same when it is sent again
     * @param end what became of it; null until then
     */
    record Upload(Path path, UUID requestId, @Nullable End end) {
        String name() {
            return String.valueOf(path.getFileName());
        }

        private Upload ended(@Nullable End how) {
            return new Upload(path, requestId, how);
        }
    }

    /** What became of a file. */
    sealed interface End {
        /** The service has it. */
        record Received(UUID id) implements End {}

        /** It is the result of a payment file, and waits there. */
        record OfPayments(UUID fileId, String fileName) implements End {}

        /**
         * The service does not have it, as far as is known.
         *
         * @param why in a sentence
         * @param reference of the problem, for support; empty for none
         */
        record Failed(String why, String reference) implements End {}
    }

    /** @param received gets the first of the files that were sent together, once all were sent */
    Uploads(Workspace workspace, Consumer<UUID> received) {
        this.workspace = workspace;
        this.received = received;
    }

    /** Those that were sent together; then those that could not be sent or are no statements. */
    ObservableList<Upload> all() {
        return all;
    }

    boolean isPossible() {
        return workspace.operator().may("money");
    }

    /** Sends files after those that are on their way. */
    void send(List<Path> files) {
        if (!isPossible()) {
            return;
        }
        if (!sending) {
            all.clear();
        }
        files.forEach(file -> all.add(new Upload(file, Ids.next(), null)));
        next();
    }

    /** Sends those again that could not be sent. */
    void again() {
        all.removeIf(upload -> !(upload.end() instanceof End.Failed));
        all.replaceAll(upload -> upload.ended(null));
        next();
    }

    /** Forgets what became of them. */
    void forget() {
        if (!sending) {
            all.clear();
        }
    }

    private void next() {
        if (sending) {
            return;
        }
        for (int index = 0; index < all.size(); index++) {
            if (all.get(index).end() == null) {
                send(index);
                return;
            }
        }
        var first = all.stream()
                .map(Upload::end)
                .filter(End.Received.class::isInstance)
                .map(end -> ((End.Received) end).id())
                .findFirst();
        all.removeIf(upload -> upload.end() instanceof End.Received);
        first.ifPresent(received);
    }

    private void send(int index) {
        var upload = all.get(index);
        sending = true;
        workspace.tasks().background().execute(() -> {
            var end = sent(upload);
            workspace.tasks().ui().execute(() -> {
                sending = false;
                all.set(index, upload.ended(end));
                next();
            });
        });
    }

    private End sent(Upload upload) {
        var texts = workspace.texts();
        try {
            var path = AdminApi.path(
                    BankFileKind.TREE, Map.of("name", upload.name(), "livemode", String.valueOf(workspace.livemode())));
            var sent =
                    workspace.api().upload(path, CompressedFile.of(upload.path()), upload.requestId(), Received.class);
            var payments = sent.fileId();
            return payments == null
                    ? new End.Received(sent.id())
                    : new End.OfPayments(payments, Objects.requireNonNullElse(sent.fileName(), ""));
        } catch (ApiProblem problem) {
            return new End.Failed(Problems.sentence(texts, problem), Problems.reference(problem));
        } catch (CompressedFile.Unfit unfit) {
            return new End.Failed(texts.get(unfit.key()), "");
        } catch (NoSuchFileException gone) {
            return new End.Failed(texts.get("bank-statements.upload.gone"), "");
        } catch (AccessDeniedException denied) {
            return new End.Failed(texts.get("bank-statements.upload.denied"), "");
        } catch (IOException e) {
            return new End.Failed(texts.get("bank-statements.upload.unreadable", String.valueOf(e.getMessage())), "");
        }
    }
}
