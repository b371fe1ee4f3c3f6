package io.tical.server.command;

import picocli.CommandLine.Command;

/** {@code tical doctor}: checks whether the service can start, and says what to do if it cannot. */
@Command(
        name = "doctor",
        description = {
            "Check this machine and this installation.",
            "Each line begins with ok, warn or fail; the exit code is 1 when one of them is fail."
        },
        mixinStandardHelpOptions = true)
final class Doctor extends HomeCommand {
    @Override
    public Integer call() {
        var findings = new Checkup(settings(), System.getenv()).findings();
        findings.forEach(finding -> out().println(finding.line()));
        out().flush();
        return findings.stream().anyMatch(finding -> finding.verdict() == Checkup.Verdict.FAIL) ? 1 : 0;
    }
}
