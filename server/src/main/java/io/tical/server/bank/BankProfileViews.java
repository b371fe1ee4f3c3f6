package io.tical.server.bank;

import io.tical.common.Json;
import io.tical.common.admin.BankProfiles.Column;
import io.tical.common.admin.BankProfiles.Entry;
import io.tical.common.admin.BankProfiles.Line;
import io.tical.common.admin.BankProfiles.Profile;
import io.tical.common.admin.BankProfiles.Statement;
import io.tical.common.admin.BankProfiles.Trial;
import io.tical.common.admin.BankStatements;
import io.tical.server.bankfile.BankEntry;
import io.tical.server.bankfile.BankFileException;
import io.tical.server.bankfile.CsvProfile;
import io.tical.server.bankfile.Guess;
import io.tical.server.bankfile.ProfileTrial;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JSON of layouts, and of how one reads a file. */
final class BankProfileViews {
    private BankProfileViews() {}

    static Profile profile(BankProfile profile) {
        return new Profile(
                profile.id(),
                profile.name(),
                "own",
                profile.status().word(),
                Math.toIntExact(profile.version()),
                Json.object(profile.profile()),
                profile.fileId(),
                profile.changedBy(),
                profile.changedAt().getEpochSecond(),
                null);
    }

    static Profile shipped(CsvProfile profile) {
        return new Profile(
                null,
                profile.name(),
                "shipped",
                BankProfile.Status.ACTIVE.word(),
                0,
                Json.object(profile),
                null,
                null,
                null,
                null);
    }

    static Trial trial(BankProfiles.Tried tried) {
        var profile = tried.profile();
        var proposal = tried.proposal();
        var trial = tried.trial();
        var guesses = proposal == null
                ? List.<BankStatements.Remark>of()
                : proposal.guesses().stream().map(BankProfileViews::guess).toList();
        if (trial == null) {
            return new Trial(
                    null, true, guesses, false, "", true, List.of(), List.of(), 0, 0, 0, List.of(), List.of(),
                    List.of());
        }
        return new Trial(
                profile == null ? null : Json.object(profile),
                proposal != null,
                guesses,
                trial.passed(),
                trial.encoding(),
                trial.whole(),
                trial.columns().stream()
                        .map(column -> new Column(column.position(), column.name(), column.sample()))
                        .toList(),
                trial.lines().stream().map(BankProfileViews::line).toList(),
                trial.count(),
                trial.entries(),
                trial.faults(),
                trial.statements().stream().map(BankProfileViews::statement).toList(),
                trial.problems().stream().map(BankProfileViews::fault).toList(),
                trial.notices().stream().map(BankViews::remark).toList());
    }

    private static BankStatements.Remark guess(Guess guess) {
        return new BankStatements.Remark(guess.kind().name(), 0, 0, guess.text(), guess.arguments());
    }

    private static BankStatements.Fault fault(BankFileException e) {
        return BankViews.fault(ImportResult.Fault.of(e));
    }

    private static Line line(ProfileTrial.Line line) {
        var entry = line.entry();
        var fault = line.fault();
        return new Line(
                line.line(),
                line.kind().word(),
                line.cells(),
                entry == null ? null : entry(entry),
                fault == null ? null : fault(fault));
    }

    private static Entry entry(BankEntry entry) {
        var party = entry.counterparty();
        var references = entry.references();
        return new Entry(
                entry.booked().toString(),
                text(entry.time()),
                entry.amount(),
                entry.balanceAfter(),
                party == null ? null : party.name(),
                party == null ? null : party.account(),
                party == null ? null : party.bank(),
                references.bank() == null ? references.endToEnd() : references.bank(),
                String.join("\n", entry.texts()));
    }

    private static Statement statement(ProfileTrial.Statement statement) {
        var foot = statement.foot();
        var opening = foot == null ? null : foot.opening();
        var closing = foot == null ? null : foot.closing();
        return new Statement(
                statement.account(),
                statement.currency(),
                text(statement.from()),
                text(statement.to()),
                opening == null ? null : opening.amount(),
                opening != null && opening.derived(),
                closing == null ? null : closing.amount(),
                closing != null && closing.derived(),
                statement.credits(),
                statement.debits(),
                statement.entries(),
                foot == null ? null : foot.proof().word());
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : Objects.toString(value);
    }
}
