package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.CurrencyProfile;
import io.tical.db.BulkWrite;
import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.currency.Currencies;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.decision.Independence;
import io.tical.server.ledger.Audit;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.module.Resources;
import io.tical.server.outward.Fence;
import io.tical.server.outward.OutwardModule;
import io.tical.server.staff.StaffModule;
import io.tical.server.webhook.WebhookModule;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What merchants and operators had set before rows of settings carried MACs. */
class EarlierSettingsTest {
    private static final UUID ORGANIZATION = UUID.fromString("019a0000-0000-7000-8000-000000000001");
    private static final String PASSWORD = "a long password";
    private static final CurrencyProfile THB = Currencies.shipped().find("THB").orElseThrow();

    @Test
    void theyAreProvedAndJournaledByTheUpgradeAndCanBeChanged() throws SQLException {
        var settings = TestDatabase.settings("31");
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute(
                    """
                    INSERT INTO organization (organization_id, code, name, default_currency, timezone, review_threshold, created_at)
                    VALUES ('%1$s', 'CODE', 'Shop', 'THB', 'Asia/Bangkok', 5, now());
                    INSERT INTO organization_code VALUES ('CODE', '%1$s');
                    INSERT INTO amount_limit VALUES ('%1$s', false, 'THB', 'payout', 1, 2, 3, 4, NULL, '[{"min": 3, "max": 4}]');
                    INSERT INTO fee VALUES ('%1$s', false, 'THB', 'payout', 7, 8);
                    INSERT INTO api_key VALUES ('%1$s', false, '%1$s', 'till', 'sk_test_1234', '{payouts:read,"from a later release"}', NULL,
                        now(), NULL, NULL);
                    INSERT INTO api_key_hash VALUES ('\\x0102', '%1$s', false, '%1$s');
                    INSERT INTO ip_allowlist VALUES ('%1$s', '127.0.0.1', now());
                    INSERT INTO callback_endpoint VALUES ('%1$s', 'payin', NULL, 'auto', '\\x01', NULL, NULL, now(), now());
                    INSERT INTO operator VALUES ('%1$s', 'anna', 'admin', '%2$s', now());
                    INSERT INTO dashboard_user VALUES ('%1$s', '%1$s', 'ann', 'owner', '%2$s', now(), now());
                    INSERT INTO dashboard_username VALUES ('ann', '%1$s', '%1$s');
                    """.formatted(ORGANIZATION, TestService.quickPasswords().hash(PASSWORD)));
        }
        try (var node = MerchantNode.open(settings);
                var resources = new Resources()) {
            var platform = Platform.of(node.database(), node.secrets(), Clock.tickMillis(ZoneOffset.UTC), resources);
            var passwords = TestService.quickPasswords();
            var modules = new Modules(platform)
                    .add(CurrencyModule::of)
                    .add(earlier -> MerchantModule.of(earlier, passwords))
                    .add(earlier -> StaffModule.of(earlier, passwords, Independence::isOnePerson))
                    .add(earlier -> OutwardModule.of(
                            earlier,
                            new Fence.Options(List.of(settings.home().resolve("outward")), true, Duration.ofDays(35))))
                    .add(earlier -> WebhookModule.of(earlier, List.of()));
            var merchants = modules.get(MerchantModule.class);
            var audit = new Audit(node.database(), modules.all(Module::authenticatedTables), List.of());
            var report = audit.run();
            assertThat(report.finding()).isNull();
            merchants.authenticatedTables().stream()
                    .map(BulkWrite::table)
                    // Tables of later releases are empty.
                    .filter(table -> !table.equals("pay_page_brand"))
                    .forEach(table -> assertThat(report.counts()).containsEntry(table, 1L));
            assertThat(report.counts()).containsEntry("operator", 1L).containsEntry("callback_endpoint", 1L);

            var ranges = node.policies()
                    .of(ORGANIZATION)
                    .limit(false, THB, Method.PAYOUT)
                    .withdraw()
                    .maintenanceRanges();
            assertThat(ranges).containsExactly(new AmountLimits.Range(3, 4));
            assertThat(node.operatorSignedIn("anna", PASSWORD)).isPresent();
            assertThat(node.signedIn("ann", PASSWORD)).isPresent();

            node.apiKeys().revoke(ORGANIZATION, ORGANIZATION);
            var limit = new Limit(false, "THB", Method.PAYOUT, 1, 2, 3, 5, null, ranges);
            node.organizations().change(ORGANIZATION, OneChange.limit(limit));
            node.organizations().change(ORGANIZATION, OneChange.name("Store"));
            node.allowlist().replace(ORGANIZATION, List.of());
            assertThat(audit.run().finding()).isNull();
            assertThat(node.organizations().limits(ORGANIZATION)).containsExactly(limit);
        }
    }
}
