-- What an account of the operator is for, and what it may take and pay. All of these are null for an account that says nothing of it.

ALTER TABLE collection_account ADD COLUMN purpose text CHECK (purpose IN ('collecting', 'paying'));
ALTER TABLE collection_account ADD COLUMN zone text;
ALTER TABLE collection_account ADD COLUMN statements text CHECK (statements IN ('intraday', 'end_of_day'));
ALTER TABLE collection_account ADD COLUMN statement_hours int CHECK (statement_hours BETWEEN 1 AND 720);
ALTER TABLE collection_account ADD COLUMN payin_max bigint CHECK (payin_max > 0);
ALTER TABLE collection_account ADD COLUMN day_in_max bigint CHECK (day_in_max > 0);
ALTER TABLE collection_account ADD COLUMN payment_max bigint CHECK (payment_max > 0);
ALTER TABLE collection_account ADD COLUMN day_out_max bigint CHECK (day_out_max > 0);
ALTER TABLE collection_account ADD COLUMN day_out_payments int CHECK (day_out_payments > 0);
COMMENT ON COLUMN collection_account.zone IS 'in which its bank books; of all accounts that say none, TICAL_BANK_ZONE';
COMMENT ON COLUMN collection_account.statement_hours IS 'how old the last statement may become';
COMMENT ON COLUMN collection_account.day_in_max IS 'the sum of the payins of a day of the bank, minor units';
COMMENT ON COLUMN collection_account.day_out_max IS 'the sum of the files of a day of the bank, minor units';

-- How much the payins of a day ask for on an account that has a limit.
CREATE INDEX payin_account_day ON payin (collection_account_id, payin_id) WHERE collection_account_id IS NOT NULL;
-- How much the files of a day pay from an account.
CREATE INDEX payment_file_day ON payment_file (collection_account_id, execution_day);
