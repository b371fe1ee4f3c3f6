-- Slips: what was uploaded, what became of it, and which transfers have paid a payin. What a payin never changes is copied, so
-- that the queue of finance is read from one table.
CREATE TABLE slip (
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    slip_id         uuid NOT NULL,
    payin_id        uuid NOT NULL,
    -- Which of the payin's uploads; two at the same moment cannot both be the tenth.
    number          integer NOT NULL CHECK (number BETWEEN 1 AND 10),
    source          text NOT NULL CHECK (source IN ('api', 'pay_page')),
    late            boolean NOT NULL,
    merchant_ref    text COLLATE "C" NOT NULL,
    amount          bigint NOT NULL CHECK (amount > 0),
    currency        text NOT NULL,
    channel         text NOT NULL,
    width           integer NOT NULL,
    height          integer NOT NULL,
    picture_hash    text NOT NULL,
    picture_bands   integer[] NOT NULL,
    qr_payload      text,
    request_id      text NOT NULL,
    status          text NOT NULL CHECK (status IN ('pending', 'accepted', 'rejected')),
    stage           text CHECK (stage IN ('checking', 'waiting', 'review', 'confirming')),
    asked           integer NOT NULL DEFAULT 0,
    due_at          timestamptz,
    verdict         jsonb,
    checklist       jsonb NOT NULL,
    -- The transfer, as far as it is known: from the code, or from whoever verified the slip.
    sending_bank    text,
    reference       text COLLATE "C",
    paid            bigint CHECK (paid > 0),
    reason          text,
    note            text,
    decided_by      text,
    decided_request text,
    decided_at      timestamptz,
    review_at       timestamptz,
    version         bigint NOT NULL DEFAULT 1,
    claimed_by      text,
    claimed_until   timestamptz,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, livemode, slip_id),
    UNIQUE (organization_id, livemode, payin_id, number),
    CHECK ((status = 'pending') = (stage IS NOT NULL))
) WITH (fillfactor = 70);
-- What the background work looks for; a claim moves due_at into the future, which is its lease.
CREATE INDEX slip_due ON slip (due_at) WHERE due_at IS NOT NULL;
-- The queue of finance, across organizations.
CREATE INDEX slip_status ON slip (status, slip_id);
CREATE INDEX slip_merchant_ref ON slip (merchant_ref, slip_id);
-- Earlier uses of a transfer, and of a picture: two that differ in at most ten bits have one of eleven bands in common.
CREATE INDEX slip_transfer ON slip (reference) WHERE reference IS NOT NULL;
CREATE INDEX slip_bands ON slip USING gin (picture_bands);

-- Transfers that have paid a payin. The key is what two payins cannot both have, whosever they are.
CREATE TABLE slip_reference (
    reference       text COLLATE "C" NOT NULL,
    sending_bank    text NOT NULL,
    livemode        boolean NOT NULL,
    organization_id uuid NOT NULL,
    payin_id        uuid NOT NULL,
    slip_id         uuid NOT NULL,
    taken_at        timestamptz NOT NULL,
    PRIMARY KEY (reference, sending_bank, livemode)
);

-- Payers act too: they upload slips.
ALTER TABLE state_change DROP CONSTRAINT state_change_actor_type_check;
ALTER TABLE state_change ADD CONSTRAINT state_change_actor_type_check
    CHECK (actor_type IN ('api_key', 'payer', 'staff', 'system'));
