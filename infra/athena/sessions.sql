-- Sessions and turns, by day and in all: what became of them, and how many sessions were contained.
SELECT
  coalesce(day, 'all') AS period,
  count_if(later = 1) AS sessions,
  count(*) AS turns,
  count_if(later = 1 AND session_outcome = 'contained') AS sessions_contained,
  count_if(later = 1 AND session_outcome = 'handed_off') AS sessions_handed_off,
  count_if(later = 1 AND session_outcome = 'abandoned') AS sessions_abandoned,
  count_if(later = 1 AND session_outcome = 'failed') AS sessions_failed,
  count_if(outcome = 'understood') AS turns_understood,
  count_if(outcome = 'clarified') AS turns_clarified,
  count_if(outcome = 'value_refused') AS turns_value_refused,
  count_if(outcome = 'value_not_read') AS turns_value_not_read,
  count_if(outcome = 'not_in_documents') AS turns_not_in_documents,
  count_if(outcome = 'corrected') AS turns_corrected,
  count_if(outcome = 'not_understood') AS turns_not_understood,
  count_if(outcome = 'out_of_scope') AS turns_out_of_scope,
  count_if(outcome = 'failed') AS turns_failed,
  CAST(count_if(later = 1 AND session_outcome = 'contained') AS double)
    / nullif(count_if(later = 1), 0) AS containment
FROM kept
WHERE kind = 'turn'
GROUP BY GROUPING SETS ((day), ())
ORDER BY 1 DESC
