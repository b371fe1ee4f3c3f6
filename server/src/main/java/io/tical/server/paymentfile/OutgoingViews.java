package io.tical.server.paymentfile;

import io.tical.common.Word;
import io.tical.common.admin.PaymentFiles;
import io.tical.server.bankfile.PaymentFormat;
import io.tical.server.collection.CollectionAccount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The JSON of paying accounts, files, payments and results. */
final class OutgoingViews {
    private static final int ANSWER_DAYS_DEFAULT = 1;
    private static final int PAYMENTS_MAX_DEFAULT = 1000;

    private OutgoingViews() {}

    static PaymentFiles.Format format(PaymentFormat format) {
        return new PaymentFiles.Format(format.name(), format.bank(), format.settings(), format.distinct());
    }

    static PaymentFiles.Account account(PayingAccounts.Shown shown, Instant now) {
        var paying = shown.paying();
        var account = shown.account();
        return paying == null ? account(account) : account(account, paying, now);
    }

    private static PaymentFiles.Account account(CollectionAccount account) {
        return new PaymentFiles.Account(
                account.id(),
                account.currency(),
                account.bankCode(),
                account.accountNo(),
                account.holderName(),
                null,
                Map.of(),
                null,
                null,
                null,
                null,
                ANSWER_DAYS_DEFAULT,
                PAYMENTS_MAX_DEFAULT,
                false,
                0,
                null);
    }

    private static PaymentFiles.Account account(CollectionAccount account, PayingAccount paying, Instant now) {
        var cutOff = paying.cutOff();
        return new PaymentFiles.Account(
                account.id(),
                account.currency(),
                account.bankCode(),
                account.accountNo(),
                account.holderName(),
                paying.format(),
                new TreeMap<>(paying.settings()),
                paying.zone().getId(),
                cutOff == null ? null : cutOff.toString(),
                paying.executionDay(now).toString(),
                seconds(paying.nextCutOff(now)),
                paying.answerDays(),
                paying.paymentsMax(),
                paying.active(),
                Math.toIntExact(paying.version()),
                null);
    }

    /** @param alike the payments of the file, and perhaps of others */
    static PaymentFiles.File file(OutgoingFile file, List<OutgoingPaymentStore.Alike> alike) {
        var terms = file.terms();
        var progress = file.progress();
        var parts = new TreeMap<String, Amounts>();
        var warnings = new TreeMap<String, Amounts>();
        for (var one : alike) {
            if (one.fileId().equals(file.id())) {
                parts.merge(one.status().word(), one.amounts(), Amounts::plus);
                if (one.status() != OutgoingPayment.Status.REMOVED) {
                    one.warnings().forEach(warning -> warnings.merge(warning.word(), one.amounts(), Amounts::plus));
                }
            }
        }
        return new PaymentFiles.File(
                file.id(),
                file.livemode(),
                terms.accountId(),
                terms.name(),
                terms.format(),
                terms.currency(),
                terms.executionDay().toString(),
                file.payments(),
                file.total(),
                file.status().word(),
                progress.hash(),
                parts(parts),
                parts(warnings),
                terms.createdBy(),
                progress.releasedBy(),
                progress.handedOutBy(),
                seconds(progress.handedOutAt()),
                seconds(progress.answerBy()),
                progress.entryId(),
                Math.toIntExact(file.version()),
                terms.createdAt().getEpochSecond(),
                file.updatedAt().getEpochSecond(),
                null);
    }

    static Map<String, PaymentFiles.Part> parts(Map<String, Amounts> parts) {
        var shown = new TreeMap<String, PaymentFiles.Part>();
        parts.forEach((word, part) -> shown.put(word, part(part)));
        return shown;
    }

    static PaymentFiles.Part part(Amounts amounts) {
        return new PaymentFiles.Part(amounts.payments(), amounts.amount());
    }

    private static @Nullable Long seconds(@Nullable Instant at) {
        return at == null ? null : Long.valueOf(at.getEpochSecond());
    }

    static PaymentFiles.Line line(OutgoingPayment payment) {
        var said = payment.said();
        return new PaymentFiles.Line(
                payment.number(),
                payment.subject().word(),
                payment.transaction().id(),
                payment.transaction().organizationId(),
                payment.amount(),
                payment.payee().bankCode(),
                payment.payee().accountNo(),
                payment.payee().holderName(),
                payment.reference(),
                payment.warnings().stream().map(Word::word).toList(),
                payment.status().word(),
                said == null ? null : said.outcome().word(),
                said == null ? null : said.code(),
                said == null ? null : said.words(),
                said == null ? null : said.bankReference(),
                payment.entryId());
    }

    static PaymentFiles.Result result(BankAnswer answer, BankAnswers.Effect effect) {
        return new PaymentFiles.Result(
                answer.id(),
                answer.fileId(),
                effect.fileName(),
                answer.name(),
                answer.hash(),
                answer.status().word(),
                answer.receivedBy(),
                parts(effect.parts()),
                effect.conflicts(),
                Math.toIntExact(answer.version()),
                answer.receivedAt().getEpochSecond(),
                null);
    }

    static PaymentFiles.Outlook outlook(FileDrafts.Outlook outlook) {
        return new PaymentFiles.Outlook(
                outlook.payments().payments(),
                outlook.payments().amount(),
                outlook.executionDay().toString(),
                parts(outlook.leftOut()));
    }
}
