import type { Session } from '../../../sessions/session.entity.js';
import type { SessionsService } from '../../../sessions/sessions.service.js';
import { type SliceParameters, filtersIn } from '../slices/slice-filters.js';
import { type Slice, filtersTags } from '../slices/slice.js';

/**
 * Returns the slice that a query selects; null if the query has no filters. The slice includes the present time zone,
 * markets and label revision of the session.
 */
export async function requestedSlice(
  { workspaceId, id, accountTimezone, labelRevision }: Session,
  query: SliceParameters,
  sessions: SessionsService,
): Promise<Slice | null> {
  const filters = filtersIn(query);
  if (filters === null) return null;
  const { symbol, feed, hour, weekday } = filters;
  const byMarket = symbol !== undefined || feed !== undefined;
  const assets = byMarket ? await sessions.getAssets(workspaceId, id) : [];
  const markets = assets.toSorted((a, b) => a.position - b.position);
  return {
    filters,
    timezone: hour || weekday ? accountTimezone : null,
    markets: markets.map(({ symbol, feed }) => ({ symbol, feed })),
    labelRevision: filtersTags(filters) ? labelRevision : null,
  };
}
