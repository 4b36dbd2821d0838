-- Milliseconds that half of the turns, and 99 of 100, did not exceed, by day and in all; the same of business logic.
, timed AS (
  SELECT day AS period, milliseconds, business_logic, business_logic_milliseconds FROM kept WHERE kind = 'turn'
  UNION ALL
  SELECT 'all', milliseconds, business_logic, business_logic_milliseconds FROM kept WHERE kind = 'turn'
),
ranked AS (
  SELECT
    *,
    row_number() OVER (PARTITION BY period ORDER BY milliseconds) AS place,
    count(*) OVER (PARTITION BY period) AS turns,
    row_number() OVER (
      PARTITION BY period, business_logic_milliseconds IS NULL ORDER BY business_logic_milliseconds
    ) AS call_place,
    count(business_logic_milliseconds) OVER (PARTITION BY period) AS calls
  FROM timed
)
SELECT
  period,
  min(CASE WHEN place >= 0.5 * turns THEN milliseconds END) AS p50,
  min(CASE WHEN place >= 0.99 * turns THEN milliseconds END) AS p99,
  max(calls) AS business_logic_calls,
  count_if(business_logic = 'failed') AS business_logic_failed,
  min(CASE WHEN call_place >= 0.5 * calls THEN business_logic_milliseconds END) AS business_logic_p50,
  min(CASE WHEN call_place >= 0.99 * calls THEN business_logic_milliseconds END) AS business_logic_p99
FROM ranked
GROUP BY period
ORDER BY 1 DESC
