import { weekdayName } from '../dates.js';
import type { SheetData } from '../sheet-data.js';
import type { Part } from './breakdown-part.js';
import { byTradeCount } from './group-order.js';
import type { GroupRow } from './group-table.js';

type Breakdown = NonNullable<SheetData['bySide']>;

/** Prefixes of the tags that importers make from the reasons of a strategy. */
const ENTRY = 'enter:';
const EXIT = 'exit:';

/** Returns the breakdowns that have loaded and have groups. The symbols are left out if there is only one. */
export function breakdownParts(data: SheetData): Part[] {
  const { bySide, bySymbol, byTag, byDuration, byMonth, byWeekday, byHour } = data;
  const parts = [
    partOf('Side', bySide, (key) => key),
    ...(bySymbol && bySymbol.groups.length > 1 ? [mostFirst(partOf('Symbol', bySymbol, (key) => key))] : []),
    ...tagParts(byTag),
    partOf('Duration', byDuration, durationName),
    partOf('Weekday', byWeekday, (key) => weekdayName(Number(key)), true),
    partOf('Hour', byHour, (key) => key, true),
    newestFirst(partOf('Month', byMonth, (key) => key)),
  ];
  return parts.filter((part) => part.rows.length > 0);
}

function partOf(
  title: string,
  breakdown: Breakdown | undefined,
  nameOf: (key: string) => string,
  hasBars = false,
): Part {
  const { groups = [], omittedGroups = 0 } = breakdown ?? {};
  return {
    title,
    hasBars,
    omitted: omittedGroups,
    rows: groups.map(({ key, ...group }) => ({
      ...group,
      name: key === null ? 'without a tag' : nameOf(key),
    })),
  };
}

/** Entry reasons, exit reasons and other tags, each with the most frequent first. */
function tagParts(byTag: Breakdown | undefined): Part[] {
  const { groups = [], omittedGroups = 0 } = byTag ?? {};
  const withPrefix = (title: string, prefix: string) => ({
    title,
    hasBars: false,
    omitted: 0,
    rows: groups.flatMap(({ key, ...group }): GroupRow[] =>
      key?.startsWith(prefix) ? [{ ...group, name: key.slice(prefix.length) }] : [],
    ),
  });
  const others = groups.filter(({ key }) => key === null || !(key.startsWith(ENTRY) || key.startsWith(EXIT)));
  const hasTags = others.some(({ key }) => key !== null);
  const tags = {
    title: 'Tag',
    hasBars: false,
    omitted: omittedGroups,
    rows: hasTags ? others.map(({ key, ...group }) => ({ ...group, name: key ?? 'without a tag' })) : [],
  };
  return [withPrefix('Entry reason', ENTRY), withPrefix('Exit reason', EXIT), tags].map(mostFirst);
}

const mostFirst = (part: Part): Part => ({ ...part, rows: byTradeCount(part.rows) });

const newestFirst = (part: Part): Part => ({ ...part, rows: part.rows.toReversed() });

/** Writes a duration such as `15m-1h` or `>=1w`. */
const durationName = (key: string): string =>
  key
    .replace('>=', 'from ')
    .replace('<', 'below ')
    .replace('-', ' to ')
    .replaceAll(/(\d)([a-z])/g, '$1\u00a0$2');
