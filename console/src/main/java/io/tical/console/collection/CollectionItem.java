package io.tical.console.collection;

import io.tical.common.BankCode;
import io.tical.common.admin.Approvals;
import io.tical.common.admin.BankAccountState;
import io.tical.common.admin.CollectionAccount;
import io.tical.common.admin.Listed;
import io.tical.common.admin.PaymentFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A bank account of the operator with what the statements of one environment say of it.
 *
 * @param paying how it pays by files
 */
public record CollectionItem(CollectionAccount account, BankAccountState state, Paying paying) implements Listed {
    /**
     * How an account pays by files.
     *
     * @param formats all formats of payment files; empty in a list
     */
    record Paying(PaymentFiles.Account account, List<PaymentFiles.Format> formats) {
        /** The formats that files from this account can have. */
        List<PaymentFiles.Format> usable() {
            var bank = BankCode.number(account.bankCode()).orElse("");
            return formats.stream()
                    .filter(format -> format.bank() == null
                            || (format.bank().equals(bank) && account.currency().equals("THB")))
                    .toList();
        }

        /** The usable formats that have a setting, by the setting. */
        Map<String, List<PaymentFiles.Format>> settings() {
            var settings = new TreeMap<String, List<PaymentFiles.Format>>();
            usable().forEach(format -> format.settings()
                    .keySet()
                    .forEach(name -> settings.computeIfAbsent(name, _ -> new ArrayList<>())
                            .add(format)));
            return settings;
        }
    }

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
