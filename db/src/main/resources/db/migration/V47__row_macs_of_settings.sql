-- The MACs of what merchants and operators have set, and of who may sign in. The next migrations compute those of the rows that exist.
-- Ranges are kept as they were written, which jsonb does not do.
ALTER TABLE organization ADD COLUMN mac bytea;
ALTER TABLE organization_code ADD COLUMN mac bytea;
ALTER TABLE amount_limit
    ALTER COLUMN maintenance_ranges TYPE json,
    ADD COLUMN mac bytea;
ALTER TABLE fee ADD COLUMN mac bytea;
ALTER TABLE api_key ADD COLUMN mac bytea;
ALTER TABLE api_key_hash ADD COLUMN mac bytea;
ALTER TABLE ip_allowlist ADD COLUMN mac bytea;
ALTER TABLE callback_endpoint ADD COLUMN mac bytea;
ALTER TABLE operator ADD COLUMN mac bytea;
ALTER TABLE dashboard_user ADD COLUMN mac bytea;
ALTER TABLE dashboard_username ADD COLUMN mac bytea;
ALTER TABLE dashboard_session ADD COLUMN mac bytea;

COMMENT ON COLUMN callback_endpoint.last_success_at IS 'not evidence: for people who look at the endpoint';
COMMENT ON COLUMN callback_endpoint.failing_since IS 'not evidence: what deliveries have come to';
COMMENT ON COLUMN callback_endpoint.suspended_at IS 'not evidence: what deliveries have come to';
COMMENT ON COLUMN dashboard_user.last_sign_in_at IS 'not evidence: for people who look at the user';
COMMENT ON COLUMN dashboard_session.last_seen_at IS 'not evidence: moved by requests; the session ends at expires_at';

COMMENT ON TABLE organization_code IS 'append-only: the organization of each code';
COMMENT ON TABLE api_key_hash IS 'append-only: the key of each hash';
COMMENT ON TABLE operator IS 'append-only: nothing of an operator changes yet';
COMMENT ON TABLE amount_limit IS 'kept';
COMMENT ON TABLE fee IS 'kept';
COMMENT ON TABLE api_key IS 'kept';
