-- Where an attempt was sent: a checksum of the address, the requests and the credentials of its rail at that time; null for rails without a
-- configuration. Another connection does not know the attempt, although it was sent.
ALTER TABLE payout_attempt ADD COLUMN connection text;
ALTER TABLE settlement_attempt ADD COLUMN connection text;
