package io.tical.server.customer;

import io.tical.server.http.Endpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import java.util.List;

/** Customers and their bank accounts. */
public final class CustomerModule implements Module {
    private final Platform platform;
    private final Customers customers;

    public CustomerModule(Platform platform, MerchantModule merchants) {
        this.platform = platform;
        this.customers = new Customers(
                platform.database(),
                platform.idempotency(),
                platform.clock(),
                merchants::defaultCurrency,
                merchants.currencies()::isActive);
    }

    public Customers customers() {
        return customers;
    }

    @Override
    public List<Endpoint> endpoints() {
        return new CustomerRoutes(customers, platform.paging()).endpoints();
    }
}
