package io.tical.server.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.TestService;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.merchant.MerchantModule;
import org.junit.jupiter.api.Test;

class ModulesTest {
    /** These tests use nothing of the platform. */
    private final Modules modules = new Modules(null);

    @Test
    void aModuleThatIsListedTooEarlyNamesItselfAndTheOneThatItNeeds() {
        assertThatThrownBy(() -> modules.add(earlier -> MerchantModule.of(earlier, TestService.quickPasswords())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "MerchantModule uses CurrencyModule, which is not created yet; list CurrencyModule before it");
    }

    @Test
    void aModuleIsListedOnce() {
        modules.add(CurrencyModule::of);
        assertThatThrownBy(() -> modules.add(CurrencyModule::of))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("CurrencyModule is listed twice; list each module once");
    }

    @Test
    void modulesKeepTheOrderInWhichTheyWereCreated() {
        modules.add(CurrencyModule::of);
        assertThat(modules.all()).containsExactly(modules.get(CurrencyModule.class));
        assertThat(modules.all(Module::endpoints)).hasSize(1);
    }
}
