-- Operators find a payout by an attempt's id or by the reference that a rail or a bank gave it, and organizations and users by their names. An
-- attempt has a reference when it has ended, so that its index is written once.
CREATE INDEX payout_attempt_id ON payout_attempt (attempt_id);
CREATE INDEX payout_attempt_reference ON payout_attempt (rail_reference) WHERE rail_reference IS NOT NULL;
CREATE INDEX organization_code_search ON organization (code text_pattern_ops);
CREATE INDEX organization_name_search ON organization (lower(name) text_pattern_ops);
CREATE INDEX dashboard_username_search ON dashboard_username (username text_pattern_ops);
CREATE INDEX dashboard_user_id ON dashboard_user (user_id);
