import { normalQuantile } from '../../../shared/figures/probability/normal.js';
import { type LedgerRow, duplicatesIn } from './duplicates.js';
import { benjaminiYekutieli, bonferroni, holm } from './adjusted-p-values.js';
import {
  type DailyFigures,
  type KnownTry,
  deflatedSharpe,
  knownTry,
  minBacktestDays,
  minTrackRecordDays,
  pValueOf,
} from './known-try.js';
import { type SelectionBar, selectionBar } from './selection-bar.js';

/** Version of the response. Raise the version by 1 if the response changes while the tries stay the same. */
export const SELECTION_VERSION = 1;

export const TRY_VERDICTS = ['above-the-bar', 'undecided', 'within-luck', 'unknown'] as const;
export type TryVerdict = (typeof TRY_VERDICTS)[number];

/** A row of the ledger with the figures of its daily returns. `daily` is null if the figures are not known. */
export interface Try extends LedgerRow {
  readonly daily: DailyFigures | null;
}

/**
 * A try, compared with the bar that luck sets for the best of all tries. Undefined figures are null. Nothing is
 * rounded.
 */
export interface JudgedTry {
  /** Index of the row that counts instead of this row, because it has the same trades; null if this row counts. */
  readonly duplicateOf: number | null;
  readonly deflatedSharpe: number | null;
  readonly minTrackRecordDays: number | null;
  readonly minBacktestDays: number | null;
  readonly pValue: number | null;
  readonly bonferroni: number | null;
  readonly holm: number | null;
  readonly bhy: number | null;
  readonly verdict: TryVerdict;
}

export interface JudgedTries {
  /** Number N of the tries that count. */
  readonly counted: number;
  /** Number of tries that count and have a Sharpe ratio with a known standard error. */
  readonly known: number;
  readonly bar: SelectionBar;
  /** The judged tries, in the order of the rows. */
  readonly tries: readonly JudgedTry[];
}

/**
 * Compares the tries of a study with the bar that luck sets.
 * @param rows in the order of the ledger, without a pending row
 * @param level the deflated Sharpe ratio from which a try is above the bar that luck sets
 */
export function judgeTries(rows: readonly Try[], level: number): JudgedTries {
  const duplicates = duplicatesIn(rows);
  const known = rows.map(({ daily }) => knownTry(daily));
  const counted = duplicates.filter((of) => of === null).length;
  const tested = [...known.keys()].filter((place) => known[place] && duplicates[place] === null);
  const bar = selectionBar(
    counted,
    Float64Array.from(tested, (place) => known[place]!.sharpe),
  );
  const z = normalQuantile(level);
  const tries = known.map((each, place) => ({
    duplicateOf: duplicates[place]!,
    ...(each ? judged(each, bar, { counted, level, z }) : UNKNOWN),
  }));
  const pValues = Float64Array.from(tested, (place) => tries[place]!.pValue!);
  const byHolm = holm(pValues, counted);
  const byYekutieli = benjaminiYekutieli(pValues, counted);
  for (const [test, place] of tested.entries())
    tries[place] = { ...tries[place]!, holm: byHolm[test]!, bhy: byYekutieli[test]! };
  return { counted, known: tested.length, bar, tries };
}

const UNKNOWN = {
  deflatedSharpe: null,
  minTrackRecordDays: null,
  minBacktestDays: null,
  pValue: null,
  bonferroni: null,
  holm: null,
  bhy: null,
  verdict: 'unknown',
} as const satisfies Omit<JudgedTry, 'duplicateOf'>;

interface Measure {
  readonly counted: number;
  readonly level: number;
  readonly z: number;
}

function judged(
  known: KnownTry,
  { expectedMaximum, sharpe: bar }: SelectionBar,
  { counted, level, z }: Measure,
): Omit<JudgedTry, 'duplicateOf'> {
  const pValue = pValueOf(known);
  const deflated = bar === null ? null : deflatedSharpe(known, bar);
  return {
    ...UNKNOWN,
    deflatedSharpe: deflated,
    minTrackRecordDays: bar === null ? null : minTrackRecordDays(known, bar, z),
    minBacktestDays: minBacktestDays(known, expectedMaximum),
    pValue,
    bonferroni: bonferroni(pValue, counted),
    verdict: deflated === null ? 'unknown' : verdictOf(deflated, known.sharpe > bar!, level),
  };
}

function verdictOf(deflated: number, isAboveBar: boolean, level: number): TryVerdict {
  if (deflated >= level) return 'above-the-bar';
  return isAboveBar ? 'undecided' : 'within-luck';
}
