package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Hint;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The code of a transaction: domain, family and sub-family of the standard, and the bank's own. */
final class CamtCode {
    private CamtCode() {}

    /** Null if there is none. */
    static @Nullable String of(XmlLeaves leaves) {
        var standard =
                joined("/", leaves.first("Domn/Cd"), leaves.first("Domn/Fmly/Cd"), leaves.first("Domn/Fmly/SubFmlyCd"));
        return joined(" ", standard, leaves.first("Prtry/Cd"));
    }

    private static @Nullable String joined(String separator, @Nullable String... parts) {
        var text = Stream.of(parts).filter(Objects::nonNull).collect(Collectors.joining(separator));
        return text.isEmpty() ? null : text;
    }

    /** What it says about the purpose of an entry. */
    static Hint hint(@Nullable String code) {
        var standard = code == null ? "" : code.split(" ", 2)[0];
        return switch (standard.substring(standard.lastIndexOf('/') + 1)) {
            case "CHRG", "FEES", "COMM" -> Hint.FEE;
            case "INTR" -> Hint.INTEREST;
            case "RRTN", "XRTN", "RPCR", "UPCQ" -> Hint.RETURN;
            default -> Hint.NONE;
        };
    }
}
