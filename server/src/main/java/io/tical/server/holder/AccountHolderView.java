package io.tical.server.holder;

/** An account holder as JSON. */
record AccountHolderView(String bankCode, String accountNo, String holderName, boolean cached, long checkedAt) {
    static AccountHolderView of(AccountHolder holder) {
        return new AccountHolderView(
                holder.bankCode(),
                holder.accountNo(),
                holder.holderName(),
                holder.cached(),
                holder.checkedAt().getEpochSecond());
    }
}
