-- Whether merchants can top up test wallets; null means that they can.
ALTER TABLE simulator ADD COLUMN top_up text;
