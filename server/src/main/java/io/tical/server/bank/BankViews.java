package io.tical.server.bank;

import io.tical.common.admin.BankStatements;
import io.tical.server.bankfile.Notice;
import io.tical.server.rail.SentTransfers.Sent;
import org.jspecify.annotations.Nullable;

/** The JSON of files, statements and entries. */
final class BankViews {
    private BankViews() {}

    static BankStatements.File file(BankFile file) {
        return new BankStatements.File(
                file.id(),
                file.livemode(),
                file.name(),
                file.size(),
                file.hash(),
                file.origin().word(),
                file.receivedBy(),
                file.accountId(),
                file.profile(),
                file.credits(),
                file.currency(),
                file.status().word(),
                Math.toIntExact(file.version()),
                file.receivedAt().getEpochSecond(),
                file.updatedAt().getEpochSecond(),
                null);
    }

    static BankStatements.Preview preview(ImportResult result) {
        return new BankStatements.Preview(
                result.possible(),
                result.conflicts(),
                result.statements().stream().map(BankViews::statement).toList(),
                result.faults().stream().map(BankViews::fault).toList());
    }

    static BankStatements.Fault fault(ImportResult.Fault fault) {
        return new BankStatements.Fault(fault.code(), fault.line(), fault.column(), fault.text(), fault.arguments());
    }

    private static BankStatements.Statement statement(ImportResult.Statement statement) {
        var gap = statement.gap();
        return new BankStatements.Statement(
                statement.accountId(),
                statement.format(),
                statement.kind().word(),
                statement.currency(),
                text(statement.from()),
                text(statement.to()),
                statement.opening(),
                statement.openingDerived(),
                statement.closing(),
                statement.proof().word(),
                statement.entries(),
                statement.pending(),
                statement.known(),
                statement.fresh(),
                statement.payins(),
                statement.paid(),
                statement.credits(),
                statement.debits(),
                gap == null ? null : new BankStatements.Gap(gap.until().toString(), gap.closing(), gap.opening()),
                statement.conflictCount(),
                statement.conflicts().stream()
                        .map(one -> new BankStatements.Conflict(
                                one.kind().word(), one.day().toString(), one.amount(), one.entryId()))
                        .toList(),
                statement.notices().stream().map(BankViews::remark).toList());
    }

    static BankStatements.Remark remark(Notice notice) {
        return new BankStatements.Remark(
                notice.kind().name(),
                notice.place().line(),
                notice.place().column(),
                notice.text(),
                notice.arguments());
    }

    static BankStatements.Entry entry(AccountEntry entry) {
        var match = entry.match();
        return new BankStatements.Entry(
                entry.id(),
                entry.accountId(),
                entry.livemode(),
                entry.fileId(),
                entry.currency(),
                entry.booked().toString(),
                text(entry.time()),
                text(entry.valueDay()),
                entry.amount(),
                entry.reversal(),
                entry.code(),
                entry.partyName(),
                entry.partyAccount(),
                entry.partyBank(),
                entry.text(),
                entry.endToEnd(),
                entry.bankReference(),
                entry.returnReason(),
                entry.hint().word(),
                entry.status().word(),
                entry.reason(),
                match == null ? null : match.type().word(),
                match == null ? null : match.transaction().owner(),
                match == null ? null : match.transaction().id(),
                entry.decidedBy(),
                Math.toIntExact(entry.version()),
                entry.updatedAt().getEpochSecond(),
                null);
    }

    static BankStatements.Transfer transfer(Sent sent) {
        var order = sent.order();
        var attempt = sent.attempt();
        return new BankStatements.Transfer(
                attempt.id(),
                order.subject().word(),
                order.transactionId(),
                order.organizationId(),
                attempt.state().word(),
                sent.amount(),
                order.currency(),
                order.bankCode(),
                order.accountNo(),
                order.holderName(),
                attempt.railReference(),
                attempt.createdAt().getEpochSecond());
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}
