-- Why a decision needs a second person, and what it books. Decisions that were made before needed one because of the threshold.
ALTER TABLE approval ADD COLUMN grounds json NOT NULL DEFAULT '{"why": ["threshold"], "differences": [], "override_reason": null, "expected": null, "booked": 0, "booked_currency": ""}';
ALTER TABLE approval ALTER COLUMN grounds DROP DEFAULT;
