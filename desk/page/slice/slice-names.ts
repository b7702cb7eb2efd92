import { stamp, weekdayName } from '../../report/dates.js';
import { type Slice, WHOLE_SESSION } from '../router/slice.js';

/** A filter of a slice: its text, and the change that removes it. */
export interface SliceChip {
  readonly text: string;
  readonly without: Partial<Slice>;
}

/** Returns a chip for each filter of a slice. */
export function sliceChips(
  { side, symbol, tag, weekdays, hours, span }: Slice,
  timeZone: string,
): SliceChip[] {
  const chip = (name: keyof Slice, text: string | false | null): SliceChip[] =>
    text ? [{ text, without: { [name]: WHOLE_SESSION[name] } }] : [];
  return [
    ...chip('side', side),
    ...chip('symbol', symbol),
    ...chip('tag', tag && `tag ${tag}`),
    ...chip('weekdays', weekdays.length > 0 && `opened ${runs(weekdays).map(weekdayRun).join(', ')}`),
    ...chip('hours', hours.length > 0 && `opened ${runs(hours).map(hourRun).join(', ')}`),
    ...chip('span', span && `closed ${stamp(span.from, timeZone)} to ${stamp(span.to, timeZone)}`),
  ];
}

type Run = readonly [first: number, last: number];

/** Returns the first and the last number of each series of consecutive numbers. */
function runs(numbers: readonly number[]): Run[] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}

const weekdayRun = ([first, last]: Run): string =>
  first === last ? weekdayName(first) : `${weekdayName(first)} to ${weekdayName(last)}`;

/** Formats consecutive hours as one range that ends when the last hour ends: hours 8 to 10 give `8:00 to 11:00`. */
const hourRun = ([first, last]: Run): string => `${first}:00 to ${last + 1}:00`;
