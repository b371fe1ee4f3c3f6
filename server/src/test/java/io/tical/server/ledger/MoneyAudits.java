package io.tical.server.ledger;

import io.tical.server.interorg.OrganizationTransferAudit;
import io.tical.server.payin.PayinAudit;
import io.tical.server.payout.PayoutAudit;
import io.tical.server.suspense.SuspenseAudit;
import java.util.List;

/** The audits of the modules, for tests of the ledger without a service. */
public final class MoneyAudits {
    public static final List<MoneyAudit> ALL =
            List.of(new PayoutAudit(), new PayinAudit(), new SuspenseAudit(), new OrganizationTransferAudit());

    private MoneyAudits() {}
}
