-- What a merchant shows to its payers. Without a row it is the name of the organization alone. The logo is in a table of its own, so that
-- reading the texts does not read it; its hash is in the row that carries a MAC.
CREATE TABLE pay_page_brand (
    organization_id uuid PRIMARY KEY,
    display_name    text,
    support         text,
    home_url        text,
    logo_sha256     text,
    updated_at      timestamptz NOT NULL,
    mac             bytea
);
COMMENT ON TABLE pay_page_brand IS 'kept';

CREATE TABLE pay_page_logo (
    organization_id uuid PRIMARY KEY,
    file            bytea NOT NULL,
    updated_at      timestamptz NOT NULL
);
