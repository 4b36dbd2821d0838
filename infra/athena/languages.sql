-- Turns by language, by day and in all.
SELECT coalesce(day, 'all') AS period, language, count(*) AS turns
FROM kept
WHERE kind = 'turn'
GROUP BY GROUPING SETS ((day, language), (language))
ORDER BY 1 DESC, 3 DESC
