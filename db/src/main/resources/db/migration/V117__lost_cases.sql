-- Operators find cases by any of these. The indexes do not begin with the organization, which the database may have lost too.
CREATE INDEX outward_case_id ON outward_case (case_id);
CREATE INDEX outward_case_of_transaction ON outward_case (transaction_id);
CREATE INDEX outward_case_searched ON outward_case (merchant_ref text_pattern_ops) WHERE merchant_ref IS NOT NULL;
