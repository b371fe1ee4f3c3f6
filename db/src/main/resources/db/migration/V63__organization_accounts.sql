-- The bank accounts of organizations, to which their money is settled. An archived account stays, because settlements name it.
CREATE TABLE organization_account (
    organization_id         uuid NOT NULL,
    livemode                boolean NOT NULL,
    organization_account_id uuid NOT NULL,
    bank_code               text NOT NULL,
    account_no              text NOT NULL CHECK (account_no ~ '^[0-9]{6,20}$'),
    holder_name             text NOT NULL,
    currency                text NOT NULL,
    label                   text,
    is_default              boolean NOT NULL,
    verified_at             timestamptz,
    verification_refused_at timestamptz,
    archived_at             timestamptz,
    created_at              timestamptz NOT NULL,
    updated_at              timestamptz NOT NULL,
    mac                     bytea,
    PRIMARY KEY (organization_id, livemode, organization_account_id),
    CHECK (NOT (is_default AND archived_at IS NOT NULL)),
    CHECK (verified_at IS NULL OR verification_refused_at IS NULL)
);
COMMENT ON TABLE organization_account IS 'kept';
CREATE UNIQUE INDEX organization_account_number ON organization_account (organization_id, livemode, bank_code, account_no)
    WHERE archived_at IS NULL;
CREATE UNIQUE INDEX organization_account_default ON organization_account (organization_id, livemode, currency) WHERE is_default;
-- Operators find an account by its id alone.
CREATE INDEX organization_account_id ON organization_account (organization_account_id);
CREATE INDEX organization_account_pending ON organization_account (organization_account_id)
    WHERE verified_at IS NULL AND verification_refused_at IS NULL AND archived_at IS NULL;
-- Searches by the beginning of an account number.
CREATE INDEX organization_account_digits ON organization_account (organization_id, livemode, account_no text_pattern_ops);
