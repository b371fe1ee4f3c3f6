package io.tical.server.customer;

import io.tical.db.BulkWrite;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import java.util.List;

/** Customers and their bank accounts. */
public record CustomerModule(Customers customers, Paging paging) implements Module {
    public CustomerModule(Platform platform, MerchantModule merchants) {
        this(
                new Customers(
                        platform.database(),
                        platform.idempotency(),
                        platform.clock(),
                        merchants::defaultCurrency,
                        merchants.currencies()::isActive),
                platform.paging());
    }

    @Override
    public List<Endpoint> endpoints() {
        return new CustomerRoutes(customers, paging).endpoints();
    }

    @Override
    public List<BulkWrite<?>> evidence() {
        return List.of(CustomerStore.OWNERS, CustomerStore.ACCOUNTS);
    }
}
