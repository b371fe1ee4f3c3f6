package io.tical.server.config;

import io.tical.server.crypto.AccountKey;
import io.tical.server.crypto.Network;
import java.util.List;

/** Checks the settings against each other. */
final class Consistency {
    /** Settings that are sent as HTTP headers. */
    private static final List<Setting> VISIBLE_ASCII = List.of(
            Setting.SLIP_VERIFIER_KEY,
            Setting.SLIP_VERIFIER_SECRET,
            Setting.HOLDER_LOOKUP_TOKEN,
            Setting.TRC20_KEY,
            Setting.ERC20_KEY,
            Setting.BEP20_KEY);

    private final Settings settings;

    private Consistency(Settings settings) {
        this.settings = settings;
    }

    /** @throws SettingInvalid when settings contradict each other */
    static void check(Settings settings) {
        new Consistency(settings).check();
    }

    private void check() {
        if (isSet(Setting.DATABASE_URL) && !isSet(Setting.DATABASE_USER)) {
            throw new SettingInvalid("TICAL_DATABASE_URL requires TICAL_DATABASE_USER, the owner of that database.");
        }
        var allowed = settings.list(Setting.WEBHOOK_ALLOW);
        if (allowed.size() > 1 && allowed.contains(Settings.NONE)) {
            throw new SettingInvalid("TICAL_WEBHOOK_ALLOW takes either none or addresses, not both.");
        }
        require(Setting.SLIP_VERIFIER, "slipok", Setting.SLIP_VERIFIER_KEY, Setting.SLIP_VERIFIER_BRANCH);
        require(Setting.SLIP_VERIFIER, "easyslip", Setting.SLIP_VERIFIER_KEY);
        require(Setting.SLIP_VERIFIER, "easyslip2", Setting.SLIP_VERIFIER_KEY);
        require(
                Setting.SLIP_VERIFIER,
                "scb",
                Setting.SLIP_VERIFIER_URL,
                Setting.SLIP_VERIFIER_KEY,
                Setting.SLIP_VERIFIER_SECRET);
        require(Setting.HOLDER_LOOKUP, "http", Setting.HOLDER_LOOKUP_URL);
        for (var network : Network.values()) {
            requireDeposits(network);
        }
        for (var setting : VISIBLE_ASCII) {
            // The message must not repeat the value.
            if (!settings.text(setting).matches("[!-~]*")) {
                throw new SettingInvalid(setting.variable() + " takes visible ASCII characters only.");
            }
        }
        if (settings.whole(Setting.DATABASE_POOL) <= 2 * settings.whole(Setting.COMMIT_QUEUES)) {
            throw new SettingInvalid(
                    "TICAL_DATABASE_POOL must be larger than twice TICAL_COMMIT_QUEUES: every commit queue uses two connections.");
        }
    }

    private void requireDeposits(Network network) {
        var xpub = Setting.of(network, "XPUB");
        var url = Setting.of(network, "URL");
        var key = Setting.of(network, "KEY");
        if (isSet(xpub)) {
            try {
                AccountKey.parse(settings.text(xpub));
            } catch (IllegalArgumentException e) {
                throw new SettingInvalid(xpub.variable() + " takes an account's xpub: " + e.getMessage() + ".");
            }
            if (!isSet(url)) {
                throw new SettingInvalid(xpub.variable() + " requires " + url.variable() + ".");
            }
        }
        if (settings.text(url).contains("{key}") && !settings.text(key).matches("[A-Za-z0-9._~-]+")) {
            throw new SettingInvalid(url.variable() + " contains {key}, so it requires " + key.variable()
                    + " with letters, digits and ._~- only.");
        }
    }

    private void require(Setting choice, String chosen, Setting... needed) {
        if (settings.text(choice).equals(chosen)) {
            for (var setting : needed) {
                if (!isSet(setting)) {
                    throw new SettingInvalid(choice.variable() + "=" + chosen + " needs " + setting.variable() + ".");
                }
            }
        }
    }

    private boolean isSet(Setting setting) {
        return !settings.text(setting).isEmpty();
    }
}
