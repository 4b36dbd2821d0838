-- Turns by the competency that answered, by day and in all.
SELECT coalesce(day, 'all') AS period, competency, count(*) AS turns
FROM kept
WHERE kind = 'turn'
GROUP BY GROUPING SETS ((day, competency), (competency))
ORDER BY 1 DESC, 3 DESC
