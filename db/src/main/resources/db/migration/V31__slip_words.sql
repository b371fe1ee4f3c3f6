-- The words of examined slips are in lower case, as in every other column. Earlier versions stored the names of the constants.
UPDATE slip
SET verdict = jsonb_set(verdict, '{outcome}', to_jsonb(lower(verdict ->> 'outcome')))
WHERE verdict ->> 'outcome' <> lower(verdict ->> 'outcome');

UPDATE slip
SET checklist = (
    SELECT jsonb_agg(jsonb_set(item, '{result}', to_jsonb(lower(item ->> 'result'))) ORDER BY number)
    FROM jsonb_array_elements(checklist) WITH ORDINALITY AS items (item, number))
WHERE checklist <> '[]';
