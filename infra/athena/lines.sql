-- What the log says now: of each turn and each piece of feedback the last line, where it was not deleted. Put the
-- institution and the days in that you ask about. Conversations that nobody had (parley demo traffic) are left out.
WITH lines AS (
  SELECT *, row_number() OVER (PARTITION BY kind, session_id, ordinal, qid ORDER BY sequence DESC) AS newer
  FROM turns
  WHERE institution = 'acme'
    AND day BETWEEN '2026-01-01' AND '2026-01-31'
    AND (application IS NULL OR application NOT LIKE 'made-up:%')
),
kept AS (
  SELECT *, row_number() OVER (PARTITION BY kind, session_id ORDER BY ordinal DESC) AS later
  FROM lines
  WHERE newer = 1 AND NOT deleted
)
