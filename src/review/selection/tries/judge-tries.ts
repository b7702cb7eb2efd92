import { setImmediate as nextTurn } from 'node:timers/promises';
import { normalQuantile } from '../../../shared/figures/probability/normal.js';
import { COUNTS_ITSELF, type LedgerRows, duplicatesIn } from './duplicates.js';
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
export const SELECTION_VERSION = 2;

export const TRY_VERDICTS = ['above-the-bar', 'undecided', 'within-luck', 'unknown'] as const;
export type TryVerdict = (typeof TRY_VERDICTS)[number];

/** The rows of a study in the ledger, with the figures of their daily returns. No row is pending. */
export interface Tries extends LedgerRows {
  /** Returns the figures of a row; null if they are not known. */
  readonly figuresOf: (place: number) => DailyFigures | null;
}

/**
 * A try, compared with the bar that luck sets for the best of all tries. Undefined figures are null. Nothing is
 * rounded.
 */
export interface JudgedTry {
  readonly deflatedSharpe: number | null;
  readonly minTrackRecordDays: number | null;
  readonly minBacktestDays: number | null;
  readonly pValue: number | null;
  readonly bonferroni: number | null;
  readonly verdict: TryVerdict;
}

/** P-values of the tries that count, corrected for the number of tries. NaN for other tries. */
interface AdjustedPValues {
  readonly holm: Float64Array;
  readonly bhy: Float64Array;
}

/** Number of tries that are handled before other work has a turn. */
const TRIES_OF_A_TURN = 2_000;

/** The tries of a study, compared with the bar that luck sets. */
export class JudgedTries {
  /** Number N of the tries that count. */
  readonly counted: number;
  /** Number of tries that count and have a Sharpe ratio with a known standard error. */
  readonly known: number;
  readonly bar: SelectionBar;
  /** Places of the rows that count instead, see `duplicatesIn`. */
  private readonly duplicates: Int32Array;
  private adjusting: Promise<AdjustedPValues> | null = null;

  constructor(private readonly tries: Tries) {
    this.duplicates = duplicatesIn(tries);
    const sharpes: number[] = [];
    let counted = 0;
    for (const [place, of] of this.duplicates.entries()) {
      if (of !== COUNTS_ITSELF) continue;
      counted += 1;
      const known = knownTry(tries.figuresOf(place));
      if (known) sharpes.push(known.sharpe);
    }
    this.counted = counted;
    this.known = sharpes.length;
    this.bar = selectionBar(counted, Float64Array.from(sharpes));
  }

  /** Place of the row that counts instead of a row, because it has the same trades; null if the row counts. */
  duplicateOf(place: number): number | null {
    const of = this.duplicates[place]!;
    return of === COUNTS_ITSELF ? null : of;
  }

  /** Returns whether the verdict on a try is known. */
  isJudged(place: number): boolean {
    return this.bar.sharpe !== null && knownTry(this.tries.figuresOf(place)) !== null;
  }

  /**
   * Compares a try with the bar that luck sets.
   * @param level the deflated Sharpe ratio from which a try is above the bar that luck sets
   */
  judge(place: number, level: number): JudgedTry {
    const known = knownTry(this.tries.figuresOf(place));
    return known
      ? judged(known, this.bar, { counted: this.counted, level, z: normalQuantile(level) })
      : UNKNOWN;
  }

  /** Returns the corrected p-values. They are computed once, and other work has a turn after some tries. */
  adjusted(): Promise<AdjustedPValues> {
    this.adjusting ??= this.adjust();
    return this.adjusting;
  }

  private async adjust(): Promise<AdjustedPValues> {
    const { count, figuresOf } = this.tries;
    const places: number[] = [];
    const pValues: number[] = [];
    for (let place = 0; place < count; place += 1) {
      if (place % TRIES_OF_A_TURN === TRIES_OF_A_TURN - 1) await nextTurn();
      const known = this.duplicates[place] === COUNTS_ITSELF ? knownTry(figuresOf(place)) : null;
      if (!known) continue;
      places.push(place);
      pValues.push(pValueOf(known));
    }
    const ofTries = (adjusted: Float64Array) => {
      const all = new Float64Array(count).fill(Number.NaN);
      for (const [test, place] of places.entries()) all[place] = adjusted[test]!;
      return all;
    };
    const byHolm = ofTries(holm(Float64Array.from(pValues), this.counted));
    await nextTurn();
    return { holm: byHolm, bhy: ofTries(benjaminiYekutieli(Float64Array.from(pValues), this.counted)) };
  }
}

const UNKNOWN = {
  deflatedSharpe: null,
  minTrackRecordDays: null,
  minBacktestDays: null,
  pValue: null,
  bonferroni: null,
  verdict: 'unknown',
} as const satisfies JudgedTry;

interface Measure {
  readonly counted: number;
  readonly level: number;
  readonly z: number;
}

function judged(
  known: KnownTry,
  { expectedMaximum, sharpe: bar }: SelectionBar,
  { counted, level, z }: Measure,
): JudgedTry {
  const pValue = pValueOf(known);
  const deflated = bar === null ? null : deflatedSharpe(known, bar);
  return {
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
