package io.tical.server.paymentfile;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import io.tical.db.ColumnType;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of paying accounts. */
final class PayingAccountStore {
    /** Settings by name, as JSON. */
    static final ColumnType<Map<String, String>> SETTINGS =
            TEXT.as(PayingAccountStore::settings, settings -> Json.text(new TreeMap<>(settings)));

    static final ColumnType<ZoneId> ZONE = TEXT.as(ZoneId::of, ZoneId::getId);

    static final Table<PayingAccount> ACCOUNTS = Table.of("paying_account", PayingAccountStore::columns);

    private PayingAccountStore() {}

    private static Map<String, String> settings(String text) {
        return Json.read(text, new TypeReference<Map<String, String>>() {});
    }

    static List<PayingAccount> list(Session session) {
        return session.sql("SELECT * FROM paying_account").list(ACCOUNTS::read);
    }

    static Optional<PayingAccount> find(Session session, UUID id, boolean lock) {
        return session.sql("SELECT * FROM paying_account WHERE collection_account_id = cast(:id AS uuid)"
                        + (lock ? " FOR UPDATE" : ""))
                .bind("id", id)
                .first(lock ? ACCOUNTS.locked(session) : ACCOUNTS.proved(session));
    }

    static void write(Session session, PayingAccount account) {
        ACCOUNTS.upsert(session, List.of(account)).run();
    }

    private static Function<Row, PayingAccount> columns(TableColumns<PayingAccount> t) {
        var id = t.key("collection_account_id", ID, PayingAccount::id);
        var format = t.column("format", TEXT, PayingAccount::format);
        var settings = t.column("settings", SETTINGS, PayingAccount::settings);
        var zone = t.column("zone", ZONE, PayingAccount::zone);
        var cutOff = t.column(
                "cut_off", TEXT.as(LocalTime::parse, LocalTime::toString).orNull(), PayingAccount::cutOff);
        var answerDays = t.column("answer_days", INTEGER, PayingAccount::answerDays);
        var paymentsMax = t.column("payments_max", INTEGER, PayingAccount::paymentsMax);
        var active = t.column("active", FLAG, PayingAccount::active);
        var version = t.column("version", NUMBER, PayingAccount::version);
        var updatedAt = t.column("updated_at", TIME, PayingAccount::updatedAt);
        return row -> new PayingAccount(
                id.of(row),
                format.of(row),
                settings.of(row),
                zone.of(row),
                cutOff.of(row),
                answerDays.of(row),
                paymentsMax.of(row),
                active.of(row),
                version.of(row),
                updatedAt.of(row));
    }
}
