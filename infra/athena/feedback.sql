-- What people thought of answers and sessions, by day and in all.
SELECT
  coalesce(day, 'all') AS period,
  count_if(rating = 'good') AS good,
  count_if(rating = 'bad') AS bad
FROM kept
WHERE kind = 'feedback'
GROUP BY GROUPING SETS ((day), ())
ORDER BY 1 DESC
