-- Payins. The creation time is the millisecond in payin_id (UUID version 7), so the primary key is also the order of every
-- list. The facts of the customer and of the receiving account are copied: a payin shows what its payer was told, whatever
-- becomes of either.

-- Where payers send money: the operator's own accounts, which belong to no organization. Weight 0 takes nothing new.
CREATE TABLE collection_account (
    collection_account_id uuid PRIMARY KEY,
    currency              text NOT NULL,
    bank_code             text NOT NULL,
    account_no            text NOT NULL,
    holder_name           text NOT NULL,
    promptpay_id          text,
    weight                integer NOT NULL CHECK (weight BETWEEN 0 AND 1000),
    version               bigint NOT NULL DEFAULT 1,
    created_at            timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL,
    UNIQUE (currency, bank_code, account_no)
);

CREATE TABLE payin (
    organization_id       uuid NOT NULL,
    livemode              boolean NOT NULL,
    payin_id              uuid NOT NULL,
    status                text NOT NULL,
    dialect               text NOT NULL CHECK (dialect IN ('v1', 'guide')),
    merchant_ref          text COLLATE "C" NOT NULL,
    currency              text NOT NULL,
    amount                bigint NOT NULL CHECK (amount > 0),
    transfer_amount       bigint NOT NULL CHECK (transfer_amount >= amount),
    fee                   bigint NOT NULL CHECK (fee >= 0),
    channel               text NOT NULL CHECK (channel IN ('bank', 'qrcode', 'crypto')),
    provider              text,
    collection_account_id uuid,
    promptpay_id          text,
    pay_token             text NOT NULL,
    theme                 text NOT NULL,
    redirect_url          text,
    notes                 text,
    account_id            uuid,
    customer_id           uuid,
    customer_name         text,
    bank_code             text,
    account_no            text,
    holder_name           text,
    request_id            text NOT NULL,
    receiving_type        text NOT NULL,
    receiving_platform    text,
    receiving_identifier  text,
    receiving_holder_name text,
    paid                  bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
    fee_charged           bigint NOT NULL DEFAULT 0 CHECK (fee_charged BETWEEN 0 AND paid),
    fee_returned          bigint NOT NULL DEFAULT 0 CHECK (fee_returned BETWEEN 0 AND fee_charged),
    paid_reference        text,
    failure_code          text,
    version               bigint NOT NULL DEFAULT 1,
    due_at                timestamptz,
    expires_at            timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL,
    finalized_at          timestamptz,
    PRIMARY KEY (organization_id, livemode, payin_id),
    UNIQUE (organization_id, livemode, merchant_ref)
) WITH (fillfactor = 80);
-- What the background work looks for; a claim moves due_at into the future, which is its lease.
CREATE INDEX payin_due ON payin (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payin_status ON payin (organization_id, livemode, status, payin_id);
CREATE INDEX payin_account ON payin (organization_id, livemode, account_id, payin_id) WHERE account_id IS NOT NULL;

-- A payer comes with nothing but the token.
CREATE TABLE pay_token (
    pay_token       text COLLATE "C" PRIMARY KEY,
    organization_id uuid NOT NULL,
    livemode        boolean NOT NULL,
    payin_id        uuid NOT NULL
);

-- Which amount on which account means which payin: taken while the payin is open and for a day after it expired, so that an
-- amount on a bank statement names one payin. The key is what two creations cannot both have.
CREATE TABLE payin_slot (
    collection_account_id uuid NOT NULL,
    livemode              boolean NOT NULL,
    transfer_amount       bigint NOT NULL,
    organization_id       uuid NOT NULL,
    payin_id              uuid NOT NULL,
    free_at               timestamptz,
    PRIMARY KEY (collection_account_id, livemode, transfer_amount)
);
CREATE INDEX payin_slot_free ON payin_slot (free_at) WHERE free_at IS NOT NULL;
