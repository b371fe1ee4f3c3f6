package io.tical.server.ledger;

import io.tical.server.payin.PayinAudit;
import io.tical.server.payout.PayoutAudit;
import io.tical.server.suspense.SuspenseAudit;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The audits of the modules, for tests of the ledger without a service: their rows have no MACs. */
public final class MoneyAudits {
    public static final List<MoneyAudit> ALL = Stream.of(new PayoutAudit(), new PayinAudit(), new SuspenseAudit())
            .<MoneyAudit>map(WithoutMacs::new)
            .toList();

    private MoneyAudits() {}

    private record WithoutMacs(MoneyAudit audit) implements MoneyAudit {
        @Override
        public List<String> tables() {
            return audit.tables();
        }

        @Override
        public List<String> contradictions() {
            return audit.contradictions();
        }

        @Override
        public @Nullable Posted posted() {
            return audit.posted();
        }
    }
}
