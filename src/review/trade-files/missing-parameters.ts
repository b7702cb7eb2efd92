import type { FieldProblem } from '../../shared/problems/problem.js';
import { dateOrderNeededBy, timezoneNeededBy } from './columns/raw-times.js';
import type { RawTrades } from './columns/raw-trades.js';
import { epochNumber } from './columns/time-column.js';
import { type DateOrder, wallTimeOf } from '../../shared/market/wall-time.js';
import type { RunOptions } from './run-options.js';

const BATCH = 250;

/** Thrown if parameters that a whole run needs are neither in the request nor in the file. The response is 400. */
export class MissingParameters extends Error {
  override readonly name = 'MissingParameters';

  constructor(readonly problems: readonly FieldProblem[]) {
    super('parameters are missing');
  }
}

/**
 * Returns the missing parameters, except those that are needed only to read times.
 * @param balance starting balance in the file
 */
export function missingFacts(
  { lacksSymbol }: RawTrades,
  balance: number | undefined,
  options: RunOptions,
): FieldProblem[] {
  const noBalance = 'is required: the file does not contain the balance at the start of the run';
  const noSymbol = 'is required: the file does not name the symbol of its trades';
  return [
    ...(balance === undefined && options.initialBalance === undefined
      ? [{ field: 'initialBalance', message: noBalance }]
      : []),
    ...(lacksSymbol && options.symbol === undefined ? [{ field: 'symbol', message: noSymbol }] : []),
  ];
}

/** Returns the parameters without which times of the file are ambiguous. */
export async function missingForTimes(raws: RawTrades, options: RunOptions): Promise<FieldProblem[]> {
  const hasZone = (raws.traits.timezone ?? options.timezone) !== undefined;
  let unordered: string | undefined;
  let unzoned: string | undefined;
  for await (const batch of raws.file.batches(BATCH)) {
    for (const text of batch.flatMap(({ entryTime, exitTime }) => [entryTime, exitTime])) {
      if (!Number.isNaN(epochNumber(text))) continue;
      if (wallTimeOf(text, options.dateOrder) === 'needs-date-order') unordered ??= text;
      if (!hasZone && lacksOffset(text, options.dateOrder)) unzoned ??= text;
    }
    if (unordered !== undefined && (hasZone || unzoned !== undefined)) break;
  }
  return [
    ...(unzoned === undefined ? [] : [{ field: 'timezone', message: timezoneNeededBy(unzoned) }]),
    ...(unordered === undefined ? [] : [{ field: 'dateOrder', message: dateOrderNeededBy(unordered) }]),
  ];
}

/** Returns whether a time has no offset. The order of day and month does not matter here. */
const lacksOffset = (text: string, order: DateOrder | undefined): boolean =>
  [order, 'dmy' as const, 'mdy' as const].some((any) => {
    const time = wallTimeOf(text, any);
    return typeof time === 'object' && time.offset === null;
  });
