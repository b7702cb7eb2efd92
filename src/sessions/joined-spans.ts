/**
 * Returns an SQL expression for an `int8multirange` of at most `most` spans: beyond that, the spans with the smallest
 * gaps between them are joined.
 * @param spans the column
 */
export const joinedSpans = (spans: string, most: number): string => `(
  SELECT ${spans} + coalesce(range_agg(gap), '{}')
  FROM (SELECT gap FROM (
          SELECT int8range(lag(upper(r)) OVER (ORDER BY r), lower(r)) AS gap FROM unnest(${spans}) r) gaps
        WHERE NOT lower_inf(gap)
        ORDER BY upper(gap) - lower(gap), gap
        LIMIT greatest(0, (SELECT count(*) FROM unnest(${spans})) - ${most})) smallest
)`;
