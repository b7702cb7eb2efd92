import { weekdayName } from '../../dates.js';
import type { SheetData } from '../../sheet-data.js';
import type { GroupedBy } from '../analysis.js';
import type { Part } from './breakdown-part.js';
import { byTradeCount } from './group-order.js';
import type { GroupRow } from '../../panels/group-table.js';

type Breakdown = NonNullable<SheetData['bySide']>;

/** Prefixes of the tags that an import creates from a strategy's reasons for entries and exits. */
const ENTRY = 'enter:';
const EXIT = 'exit:';

/**
 * Returns the breakdowns that have loaded and have groups. The breakdown by symbol is left out if there is only one
 * symbol.
 */
export function breakdownParts(data: SheetData): Part[] {
  const { bySide, bySymbol, byTag, byDuration, byMonth, byWeekday, byHour } = data;
  const parts = [
    partOf('Side', 'side', bySide),
    ...(bySymbol && bySymbol.groups.length > 1 ? [mostFirst(partOf('Symbol', 'symbol', bySymbol))] : []),
    ...tagParts(byTag),
    partOf('Duration', null, byDuration, durationName),
    withBars(partOf('Weekday', 'weekday', byWeekday, (key) => weekdayName(Number(key)))),
    withBars(partOf('Hour', 'hour', byHour)),
    newestFirst(partOf('Month', 'month', byMonth)),
  ];
  return parts.filter((part) => part.rows.length > 0);
}

function partOf(
  title: string,
  by: GroupedBy | null,
  breakdown: Breakdown | undefined,
  nameOf: (key: string) => string = (key) => key,
): Part {
  const { groups = [], omittedGroups = 0 } = breakdown ?? {};
  const rows = groups.map((group) => rowOf(group, nameOf));
  return { title, by, hasBars: false, omitted: omittedGroups, rows };
}

/** The group of the trades without a tag has no key, because no filter selects these trades. */
const rowOf = ({ key, ...group }: Breakdown['groups'][number], nameOf: (key: string) => string): GroupRow =>
  key === null ? { ...group, name: 'without a tag' } : { ...group, key, name: nameOf(key) };

/** Entry reasons, exit reasons and other tags, each with the most frequent first. */
function tagParts(byTag: Breakdown | undefined): Part[] {
  const { groups = [], omittedGroups = 0 } = byTag ?? {};
  const withPrefix = (title: string, prefix: string): Part => ({
    title,
    by: 'tag',
    hasBars: false,
    omitted: 0,
    rows: groups
      .filter(({ key }) => key?.startsWith(prefix))
      .map((group) => rowOf(group, (key) => key.slice(prefix.length))),
  });
  const others = groups.filter(({ key }) => key === null || !(key.startsWith(ENTRY) || key.startsWith(EXIT)));
  const hasTags = others.some(({ key }) => key !== null);
  const tags: Part = {
    title: 'Tag',
    by: 'tag',
    hasBars: false,
    omitted: omittedGroups,
    rows: hasTags ? others.map((group) => rowOf(group, (key) => key)) : [],
  };
  return [withPrefix('Entry reason', ENTRY), withPrefix('Exit reason', EXIT), tags].map(mostFirst);
}

const mostFirst = (part: Part): Part => ({ ...part, rows: byTradeCount(part.rows) });

const withBars = (part: Part): Part => ({ ...part, hasBars: true });

const newestFirst = (part: Part): Part => ({ ...part, rows: part.rows.toReversed() });

/** Formats a duration such as `15m-1h` or `>=1w`. */
const durationName = (key: string): string =>
  key
    .replace('>=', 'from ')
    .replace('<', 'below ')
    .replace('-', ' to ')
    .replaceAll(/(\d)([a-z])/g, '$1\u00a0$2');
