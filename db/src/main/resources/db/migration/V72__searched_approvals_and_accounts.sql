-- Operators search approvals by who made the decision, and accounts of organizations by their holder, organization by organization.
CREATE INDEX approval_maker ON approval (organization_id, livemode, maker text_pattern_ops);
CREATE INDEX organization_account_holder
    ON organization_account (organization_id, livemode, lower(holder_name) COLLATE "C" text_pattern_ops);
-- Sorted unlike the primary keys, so that a search in one environment never scans all environments for rows that may not exist.
DROP INDEX customer_account_id;
CREATE INDEX customer_account_id ON customer_account (account_id NULLS FIRST);
DROP INDEX organization_account_id;
CREATE INDEX organization_account_id ON organization_account (organization_account_id NULLS FIRST);
