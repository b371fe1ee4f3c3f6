package io.tical.server.paymentfile;

import static java.util.stream.Collectors.groupingBy;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.paymentfile.OutgoingPayment.Outcome;
import io.tical.server.paymentfile.OutgoingPayment.Status;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.FiledLegs;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PayoutOutcome.FailureCode;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports what became of the payments of files to their payouts and settlements. A report that is repeated changes nothing, so a payment stays
 * due until its report is recorded.
 */
final class OutcomeReporting implements Work {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomeReporting.class);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final int ROWS_MAX = 500;

    private final Database database;
    private final List<FiledLegs<?>> legs;
    private final Clock clock;

    OutcomeReporting(Database database, List<FiledLegs<?>> legs, Clock clock) {
        this.database = database;
        this.legs = legs;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "payment files";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        var due = database.transaction(session -> OutgoingPaymentStore.claim(session, ROWS_MAX, LEASE));
        var reported = report(due);
        for (var ofFile :
                reported.stream().collect(groupingBy(OutgoingPayment::fileId)).entrySet()) {
            database.transaction(session -> {
                record(session, ofFile.getKey(), ofFile.getValue());
                return ofFile;
            });
        }
        return due.size() == ROWS_MAX;
    }

    /** Reports at the same time, so that reports share groups; returns those that were recorded. */
    private List<OutgoingPayment> report(List<OutgoingPayment> due) {
        var reported = new ArrayList<OutgoingPayment>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tasks = due.stream()
                    .map(payment -> threads.submit(() -> of(payment).report(payment.leg(), outcome(payment))))
                    .toList();
            for (int i = 0; i < tasks.size(); i++) {
                try {
                    tasks.get(i).get();
                    reported.add(due.get(i));
                } catch (ExecutionException e) {
                    // It stays due.
                    LOG.warn(
                            "the outcome of payment {} was not recorded",
                            due.get(i).reference(),
                            e.getCause());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return reported;
    }

    private FiledLegs<?> of(OutgoingPayment payment) {
        return legs.stream()
                .filter(one -> one.subject() == payment.subject())
                .findFirst()
                .orElseThrow();
    }

    /** Whether the money left: an entry says so, or else the bank. */
    private static boolean arrived(OutgoingPayment payment) {
        var said = payment.said();
        return payment.entryId() != null || (said != null && said.outcome() == Outcome.SUCCEEDED);
    }

    private static PayoutOutcome outcome(OutgoingPayment payment) {
        if (arrived(payment)) {
            return new PayoutOutcome.Delivered(payment.amount(), payment.reference(), PayoutOutcome.Sender.UNKNOWN);
        }
        if (payment.status() == Status.VOID) {
            return new PayoutOutcome.NeverSent();
        }
        var said = payment.said();
        if (said != null && said.outcome() == Outcome.FAILED) {
            return new PayoutOutcome.Failed(
                    Objects.requireNonNullElse(said.failure(), FailureCode.COULD_NOT_PROCESS),
                    "The bank did not execute the transfer");
        }
        return new PayoutOutcome.Unknown(
                said != null && said.outcome() == Outcome.OPERATOR
                        ? "the bank answers " + said.code() + " to payment " + payment.reference()
                                + ", which does not say whether it was transferred"
                        : "neither the bank's answer nor a statement shows payment " + payment.reference());
    }

    private void record(Session session, UUID fileId, List<OutgoingPayment> reported) {
        var file = OutgoingFiles.found(session, fileId, true);
        var states = new HashMap<UUID, Attempt.State>();
        for (var one : legs) {
            states.putAll(one.states(
                    session,
                    reported.stream()
                            .filter(payment -> payment.subject() == one.subject())
                            .map(OutgoingPayment::leg)
                            .toList()));
        }
        var now = clock.instant();
        var current = OutgoingPaymentStore.ofFile(session, fileId);
        var changed = new ArrayList<OutgoingPayment>();
        var done = new ArrayList<Integer>();
        for (var was : reported) {
            var payment = current.get(was.number() - 1);
            if (!payment.equals(was)) {
                continue; // something new was said meanwhile, and is due
            }
            done.add(payment.number());
            var status = status(payment, states.get(payment.attemptId()));
            if (status != payment.status()) {
                changed.add(payment.as(status, now));
            }
        }
        OutgoingPaymentStore.update(session, changed);
        OutgoingPaymentStore.due(session, fileId, done, null);
        var numbers = changed.stream().map(OutgoingPayment::number).toList();
        var undecided = current.stream()
                        .filter(one -> !numbers.contains(one.number()))
                        .anyMatch(one -> one.status().isUndecided())
                || changed.stream().anyMatch(one -> one.status().isUndecided());
        // A restored database may not know that the file was handed out.
        var living = file.status() == OutgoingFile.Status.HANDED_OUT || file.status() == OutgoingFile.Status.RELEASED;
        if (living && !undecided) {
            OutgoingFileStore.update(session, file.with(file.progress().as(OutgoingFile.Status.CLOSED), now));
        }
    }

    private static Status status(OutgoingPayment payment, Attempt.@Nullable State state) {
        if (payment.status() == Status.VOID && !arrived(payment)) {
            return Status.VOID;
        }
        if (state == Attempt.State.DELIVERED || (state == Attempt.State.DEAD && arrived(payment))) {
            return Status.DELIVERED;
        }
        return state == Attempt.State.DEAD ? Status.FAILED : Status.REVIEW;
    }
}
