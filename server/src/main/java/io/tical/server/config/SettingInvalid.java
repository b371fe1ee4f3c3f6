package io.tical.server.config;

/** A setting has an invalid value; the service does not start. The message is one sentence for operators. */
public final class SettingInvalid extends RuntimeException {
    SettingInvalid(Setting setting, String value) {
        super(setting.variable() + " takes " + setting.takes() + (setting.secret() ? "" : ", not \"" + value + "\"")
                + ".");
    }

    SettingInvalid(String message) {
        super(message);
    }
}
