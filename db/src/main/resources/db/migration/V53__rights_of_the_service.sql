-- What the service's role may not do, wherever the service does not do it.
COMMENT ON TABLE idempotency IS 'unchanged: a record is written once, and forgotten';
COMMENT ON TABLE slip_reference IS 'unchanged: a claim is made, and released';
COMMENT ON TABLE slip_first_use IS 'unchanged: a claim is made, and released';
COMMENT ON TABLE dashboard_username IS 'unchanged: the user of each name';
COMMENT ON TABLE ip_allowlist IS 'unchanged: entries are added and removed';
COMMENT ON TABLE event IS 'unchanged: what is told to merchants';
COMMENT ON TABLE delivery_attempt IS 'unchanged: what was sent and answered';
COMMENT ON TABLE configuration_version IS 'kept';
