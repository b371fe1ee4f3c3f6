package io.tical.console.collection;

import io.tical.common.admin.Approvals;
import io.tical.common.admin.BankAccountState;
import io.tical.common.admin.CollectionAccount;
import io.tical.common.admin.Listed;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A collection account with what the statements of one environment say of it. */
public record CollectionItem(CollectionAccount account, BankAccountState state) implements Listed {
    @Override
    public UUID id() {
        return account.id();
    }

    @Override
    public int version() {
        return account.version();
    }

    @Override
    public Approvals.@Nullable Row approval() {
        return account.approval();
    }
}
