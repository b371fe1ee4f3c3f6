-- What an organization's payins may come in by, and what takes one that finds no payout to match.
ALTER TABLE organization
    ADD COLUMN channel_bank   boolean NOT NULL DEFAULT true,
    ADD COLUMN channel_qrcode boolean NOT NULL DEFAULT true,
    ADD COLUMN channel_crypto boolean NOT NULL DEFAULT true,
    ADD COLUMN channel_p2p    boolean NOT NULL DEFAULT false,
    ADD COLUMN network_trc20  boolean NOT NULL DEFAULT true,
    ADD COLUMN network_erc20  boolean NOT NULL DEFAULT true,
    ADD COLUMN network_bep20  boolean NOT NULL DEFAULT true,
    ADD COLUMN p2p_fallback   text NOT NULL DEFAULT 'bank_then_qr'
        CHECK (p2p_fallback IN ('bank_then_qr', 'qr_then_bank', 'off'));
