package io.tical.server.config;

/** A setting has a value that it does not take; the service does not start. The message is one sentence for people. */
public final class SettingInvalid extends RuntimeException {
    SettingInvalid(Setting setting, String value) {
        super(setting.variable() + " takes " + setting.takes() + (setting.secret() ? "" : ", not \"" + value + "\"")
                + ".");
    }

    SettingInvalid(String message) {
        super(message);
    }
}
