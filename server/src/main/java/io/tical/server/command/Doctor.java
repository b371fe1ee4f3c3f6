package io.tical.server.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tical doctor}: checks whether the service can start, and says what to do if it cannot. */
@Command(
        name = "doctor",
        description = {
            "Check this machine and this installation.",
            "Each line begins with ok, warn or fail; the exit code is 1 when one of them is fail."
        },
        mixinStandardHelpOptions = true)
final class Doctor implements Callable<Integer> {
    @Mixin
    private final HomeOption home = new HomeOption();

    @Spec
    private final CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        var environment = System.getenv();
        var findings = new Checkup(home.settings(environment), environment).findings();
        var out = spec.commandLine().getOut();
        findings.forEach(finding -> out.println(finding.line()));
        out.flush();
        return findings.stream().anyMatch(finding -> finding.verdict() == Checkup.Verdict.FAIL) ? 1 : 0;
    }
}
