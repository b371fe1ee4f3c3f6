package io.tical.server.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.TestService;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.merchant.MerchantModule;
import java.util.List;
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
    void whatModulesAddIsInTheirOrder() {
        record First() implements Module {
            @Override
            public void contribute(Contributions to) {
                to.add(Kind.ADMIN_DOCUMENTS, "a");
                to.add(Kind.ADMIN_DOCUMENTS, List.of("b", "c"));
            }
        }

        record Second(List<String> before) implements Module {
            @Override
            public void contribute(Contributions to) {
                to.add(Kind.ADMIN_DOCUMENTS, "d", "e");
            }
        }

        modules.add(all -> new First()).add(all -> new Second(all.all(Kind.ADMIN_DOCUMENTS)));
        assertThat(modules.get(Second.class).before()).containsExactly("a", "b", "c");
        assertThat(modules.all(Kind.ADMIN_DOCUMENTS)).containsExactly("a", "b", "c", "d", "e");
        assertThat(modules.all(Kind.QUEUES)).isEmpty();
    }
}
