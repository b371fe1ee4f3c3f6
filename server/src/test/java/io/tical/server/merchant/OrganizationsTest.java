package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.common.CurrencyProfile;
import io.tical.db.AlteredRow;
import io.tical.db.TestDatabase;
import io.tical.server.crypto.Network;
import io.tical.server.currency.Currencies;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrganizationsTest {
    private final Currencies currencies = Currencies.shipped();
    private MerchantNode here;
    private MerchantNode there;

    @BeforeAll
    void open() {
        var settings = TestDatabase.settings();
        here = MerchantNode.open(settings);
        there = MerchantNode.open(settings);
    }

    @AfterAll
    void close() {
        here.close();
        there.close();
    }

    @Test
    void aNewOrganizationHasACodeAndTheStandardThresholds() {
        var organization = here.organizations().create(" Shop ", "THB", "Asia/Bangkok");
        assertThat(organization.code()).matches("[2-9A-HJ-NP-Z]{10}");
        assertThat(organization.name()).isEqualTo("Shop");
        assertThat(organization.zone()).isEqualTo(ZoneId.of("Asia/Bangkok"));
        assertThat(organization.thresholds()).isEqualTo(new Thresholds(50_000_000L, 5_000_000L, 10_000_000L));
        assertThat(there.organizations().read(organization.id())).isEqualTo(organization);
        assertThat(there.organizations().byCode(organization.code())).contains(organization);
        assertThat(there.organizations().byCode("AAAAAAAAAA")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'',THB,Asia/Bangkok,name",
        "Shop,EUR,Asia/Bangkok,default_currency",
        "Shop,THB,Mars/Base,timezone",
        "Shop,THB,+07:00,timezone"
    })
    void aWrongFieldIsNamed(String name, String currency, String timezone, String field) {
        assertThatThrownBy(() -> here.organizations().create(name, currency, timezone))
                .isInstanceOfSatisfying(
                        Problem.Invalid.class,
                        invalid ->
                                assertThat(invalid.errors().getFirst().field()).isEqualTo(field));
    }

    @Test
    void anUnknownOrganizationIsNotFound() {
        var nobody = UUID.randomUUID();
        assertNotFound(() -> here.organizations().read(nobody));
        // Nobody asks for it but members of an organization.
        assertThatThrownBy(() -> here.policies().of(nobody)).isInstanceOf(AlteredRow.class);
        assertNotFound(() -> here.organizations().change(nobody, OneChange.name("Shop")));
        assertNotFound(() ->
                here.organizations().change(nobody, OneChange.fee(new FeeRule(true, "THB", FeeType.PAYIN, Fee.NONE))));
    }

    @ParameterizedTest
    @CsvSource({
        "THB,100,200000000",
        "IDR,100,200000000",
        "JPY,1,2000000",
        "VND,1,2000000",
        "KWD,1000,2000000000",
        "USDT,1000000,2000000000000"
    })
    void withoutARowOneToTwoMillionWholeUnitsMayMove(String code, long min, long max) {
        var policy = here.policies().of(here.organization().id());
        var profile = currency(code);
        assertThat(policy.limit(true, profile, Method.PAYOUT).withdraw())
                .isEqualTo(new AmountLimits(min, max, null, List.of()));
        assertThat(policy.limit(false, profile, Method.QRCODE).deposit())
                .isEqualTo(new AmountLimits(min, max, null, List.of()));
        assertThat(policy.fee(true, code, FeeType.PAYOUT)).isEqualTo(Fee.NONE);
    }

    @Test
    void thresholdsApplyToLiveAlone() {
        var id = here.organization().id();
        assertThat(here.policies().of(id).thresholds(true)).isEqualTo(Thresholds.STANDARD);
        assertThat(here.policies().of(id).thresholds(false)).isEqualTo(Thresholds.NONE);
        here.organizations().change(id, OneChange.thresholds(new Thresholds(null, 7L, null)));
        assertThat(here.policies().of(id).thresholds(true)).isEqualTo(new Thresholds(null, 7L, null));
        assertThatThrownBy(() -> new Thresholds(0L, null, -1L))
                .isInstanceOfSatisfying(
                        Problem.Invalid.class,
                        invalid -> assertThat(invalid.errors()).hasSize(2));
    }

    @Test
    void everythingButDirectMatchingIsOnUntilItIsSwitched() {
        var id = here.organization().id();
        assertThat(here.organizations().read(id).switches()).isEqualTo(Switches.STANDARD);
        var policy = here.policies().of(id);
        assertThat(Method.values()).allMatch(policy::open);
        assertThat(Network.values()).allMatch(policy::open);
        assertThat(policy.takesPartInMatching()).isFalse();
        assertThat(policy.matchFallback()).isEqualTo(MatchFallback.BANK_THEN_QR);
    }

    @Test
    void aSwitchLeavesTheOthersAsTheyAre() {
        var id = here.organization().id();
        here.organizations().change(id, OneChange.channels(new Switches.Channels.Change(null, false, null, true)));
        here.organizations().change(id, OneChange.networks(new Switches.Networks.Change(null, null, false)));
        here.organizations().change(id, OneChange.fallback(MatchFallback.QR_THEN_BANK));
        here.organizations().change(id, OneChange.channels(new Switches.Channels.Change(null, null, false, null)));
        assertThat(there.organizations().read(id).switches())
                .isEqualTo(new Switches(
                        new Switches.Channels(true, false, false, true),
                        new Switches.Networks(true, true, false),
                        MatchFallback.QR_THEN_BANK));
        var policy = here.policies().of(id);
        assertThat(policy.open(Method.QRCODE)).isFalse();
        assertThat(policy.open(Network.BEP20)).isFalse();
        assertThat(policy.open(Network.TRC20)).isTrue();
        assertThat(policy.takesPartInMatching()).isTrue();
    }

    @Test
    void aChangedPolicyHoldsAtOnceHereAndWithinFiveSecondsThere() {
        var id = here.organization().id();
        var thb = currency("THB");
        assertThat(there.policies()
                        .of(id)
                        .limit(true, thb, Method.PAYOUT)
                        .withdraw()
                        .max())
                .isEqualTo(200_000_000);
        here.organizations()
                .change(
                        id,
                        OneChange.limit(new Limit(
                                true,
                                "THB",
                                Method.PAYOUT,
                                1,
                                2,
                                500,
                                90_000,
                                1_000_000L,
                                List.of(new AmountLimits.Range(600, 700), new AmountLimits.Range(5_000, 5_000)))));
        here.organizations().change(id, OneChange.fee(new FeeRule(true, "THB", FeeType.PAYOUT, new Fee(15, 300))));
        here.organizations().change(id, OneChange.name("New name"));
        here.organizations().change(id, OneChange.timezone("Asia/Tokyo"));

        var policy = here.policies().of(id);
        assertThat(policy.name()).isEqualTo("New name");
        assertThat(policy.zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
        assertThat(policy.defaultCurrency()).isEqualTo("THB");
        var limits = policy.limit(true, thb, Method.PAYOUT).withdraw();
        assertThat(limits)
                .isEqualTo(new AmountLimits(
                        500,
                        90_000,
                        1_000_000L,
                        List.of(new AmountLimits.Range(600, 700), new AmountLimits.Range(5_000, 5_000))));
        assertThat(limits.maintenanceRanges().getFirst().contains(600)).isTrue();
        assertThat(limits.maintenanceRanges()).noneMatch(range -> range.contains(701));
        assertThat(limits.maintenance()).isFalse();
        assertThat(policy.limit(false, thb, Method.PAYOUT).withdraw().max())
                .as("the other environment")
                .isEqualTo(200_000_000);
        assertThat(policy.limit(true, currency("USD"), Method.PAYOUT).withdraw().max())
                .as("another currency")
                .isEqualTo(200_000_000);
        assertThat(policy.fee(true, "THB", FeeType.PAYOUT)
                        .of(10_000, Currencies.shipped().find("THB").orElseThrow()))
                .isEqualTo(450);
        assertThat(policy.fee(false, "THB", FeeType.PAYOUT)).isEqualTo(Fee.NONE);
        await().atMost(Duration.ofSeconds(90))
                .until(() -> there.policies().of(id).zone().getId().equals("Asia/Tokyo"));
        assertThat(there.policies().of(id).limit(true, thb, Method.PAYOUT).withdraw())
                .isEqualTo(limits);

        here.organizations()
                .change(id, OneChange.limit(new Limit(true, "THB", Method.PAYOUT, 0, 0, 0, 0, null, List.of())));
        assertThat(here.policies()
                        .of(id)
                        .limit(true, thb, Method.PAYOUT)
                        .withdraw()
                        .maintenance())
                .isTrue();
        assertThat(here.organizations().limits(id)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "THB,0,0,1000,0",
        "THB,15,300,10000,450",
        "THB,1,0,499,0",
        "THB,1,0,500,1",
        "THB,1,0,1499,1",
        "THB,1,0,1500,2",
        "THB,1000,0,7,7",
        "THB,0,25,1,25",
        "VND,15,0,1000000,15000",
        "VND,15,7,1000000,15000",
        "VND,15,500,1000000,16000",
        "VND,1,0,499000,0",
        "VND,1,0,500000,1000",
        "IDR,15,7,10000,200",
        "IDR,15,0,3000,0",
        "KHR,15,0,1000000,20000"
    })
    void aFeeIsAShareAndAFixedPartRoundedHalfUpToTheUnitStep(
            String currency, long perMille, long fixed, long amount, long fee) {
        assertThat(new Fee(perMille, fixed)
                        .of(amount, Currencies.shipped().find(currency).orElseThrow()))
                .isEqualTo(fee);
    }

    @Test
    void aChangeThatFailsChangesNothing() {
        var id = here.organization().id();
        var limit = new Limit(true, "THB", Method.BANK, 1, 2, 1, 2, null, List.of());
        assertThatThrownBy(() -> here.organizations()
                        .change(
                                id,
                                new Organizations.Change(
                                        "Other", "Mars/Base", null, null, null, null, List.of(limit), List.of())))
                .isInstanceOf(Problem.Invalid.class);
        assertThatThrownBy(() -> here.organizations()
                        .change(id, OneChange.fee(new FeeRule(true, "XXX", FeeType.PAYIN, Fee.NONE))))
                .isInstanceOf(Problem.Invalid.class);
        assertThat(here.policies().of(id).name()).isEqualTo("Shop");
        assertThat(here.organizations().limits(id)).isEmpty();
        assertThat(here.organizations().fees(id)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"VND,7,1000", "VND,15500,1000", "IDR,50,100", "KHR,100,10000"})
    void aFixedFeeThatIsNoMultipleOfTheUnitStepIsRefused(String currency, long fixed, long step) {
        var id = here.organization().id();
        for (var type : FeeType.values()) {
            assertThatThrownBy(() -> here.organizations()
                            .change(id, OneChange.fee(new FeeRule(true, currency, type, new Fee(0, fixed)))))
                    .isInstanceOf(Problem.Invalid.class)
                    .hasMessageContaining("multiple of " + step);
        }
        assertThat(here.organizations().fees(id)).isEmpty();
        here.organizations().change(id, OneChange.fee(new FeeRule(true, currency, FeeType.PAYIN, new Fee(0, step))));
        assertThat(here.organizations().fees(id)).hasSize(1);
    }

    @Test
    void impossibleLimitsAndFeesAreRefused() {
        assertThatThrownBy(() -> limit(2, 1)).isInstanceOf(Problem.Invalid.class);
        assertThatThrownBy(() -> limit(-1, 1)).isInstanceOf(Problem.Invalid.class);
        assertThatThrownBy(() -> limit(1, Long.MAX_VALUE)).isInstanceOf(Problem.Invalid.class);
        assertThatThrownBy(() ->
                        new Limit(true, "THB", Method.BANK, 0, 0, 0, 0, -1L, List.of(new AmountLimits.Range(2, 1))))
                .isInstanceOfSatisfying(
                        Problem.Invalid.class,
                        invalid -> assertThat(invalid.errors()).hasSize(2));
        assertThatThrownBy(() -> new Fee(1001, 0)).isInstanceOf(Problem.Invalid.class);
        assertThatThrownBy(() -> new Fee(0, -1)).isInstanceOf(Problem.Invalid.class);
    }

    private static Limit limit(long min, long max) {
        return new Limit(true, "THB", Method.BANK, min, max, min, max, null, List.of());
    }

    private CurrencyProfile currency(String code) {
        return currencies.find(code).orElseThrow();
    }

    private static void assertNotFound(Runnable work) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        Problem.NotFound.class,
                        problem -> assertThat(problem.code()).isEqualTo("ORGANIZATION_NOT_FOUND"));
    }
}
