import type { GroupedBy } from '../../report/analyses/analysis.js';
import { monthSpan } from '../../report/dates.js';
import type { Slice } from '../router/slice.js';

/** Returns the filters that select exactly the trades of a group. */
export function sliceOfGroup(by: GroupedBy, key: string, timeZone: string): Partial<Slice> {
  switch (by) {
    case 'side':
      return { side: key === 'long' ? 'long' : 'short' };
    case 'symbol':
      return { symbol: key };
    case 'tag':
      return { tag: key };
    case 'weekday':
      return { weekdays: [Number(key)] };
    case 'hour':
      return { hours: [Number(key)] };
    case 'month':
      return { span: monthSpan(key, timeZone) };
  }
}
