package io.tical.console.bank;

import io.tical.common.admin.CollectionAccount;
import io.tical.console.api.AdminApi;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The operator's accounts by their ids, read again when an id is not known. Safe for several threads. */
final class OwnAccounts {
    private volatile Map<UUID, CollectionAccount> known = Map.of();

    /** Reads all of them. Blocks. */
    List<CollectionAccount> read(AdminApi api) {
        var all = api.list("/admin/v1/collection-accounts", CollectionAccount.class);
        var byId = new LinkedHashMap<UUID, CollectionAccount>();
        all.forEach(account -> byId.put(account.id(), account));
        known = byId;
        return all;
    }

    /** Reads all unless these are known. Blocks. */
    void require(AdminApi api, Collection<UUID> ids) {
        if (!known.keySet().containsAll(ids)) {
            read(api);
        }
    }

    /** The bank and number of an account: {@code KBANK 1112223334}. */
    String number(UUID id) {
        var account = known.get(id);
        return account == null ? id.toString() : number(account);
    }

    static String number(CollectionAccount account) {
        return account.bankCode() + " " + account.accountNo();
    }

    /** The same with the holder. */
    String name(UUID id) {
        var account = known.get(id);
        return account == null ? id.toString() : name(account);
    }

    static String name(CollectionAccount account) {
        return number(account) + " · " + account.holderName();
    }
}
