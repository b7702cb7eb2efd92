import { setImmediate as nextTurn } from 'node:timers/promises';
import { type TextColumn, idAt, textAt } from '../../platform/database/copy/copied-columns.js';
import type { CopiedColumns } from '../../platform/database/copy/copy-decoder.js';
import { TRIAL_ENDS } from '../../sessions/trial.js';
import type { TrialEnd } from './study-row.js';

/** The states of a row, as bits of a number. Its two lowest bits are the place of its end in ENDS. */
export const ROW_STATES = { current: 4, pending: 8, figured: 16, equityNotPositive: 32 };

const ENDS: readonly (TrialEnd | null)[] = [null, ...TRIAL_ENDS];
const END_BITS = 3;

/** Number of rows that are handled before other work has a turn. */
const ROWS_OF_A_TURN = 5_000;

/** The columns of a ledger. All have one value per row, in the order of the ledger. */
export interface LedgerColumns {
  readonly count: number;
  /** Returns the id of the session of a row. */
  readonly idOf: (place: number) => string;
  readonly runs: Int32Array;
  /** Bits of `ROW_STATES`, and the end of the row. */
  readonly states: Uint8Array;
  readonly days: Int32Array;
  readonly tradingDays: Int32Array;
  /** NaN if undefined, as are skewnesses and kurtoses. */
  readonly sharpes: Float64Array;
  readonly skewnesses: Float64Array;
  readonly kurtoses: Float64Array;
  /** Place of the first row with the same trades; −1 if the trades are not known. */
  readonly sameTrades: Int32Array;
  /** Place of the first row of the same study, in a ledger of all studies; −1 in a ledger of one study. */
  readonly studies: Int32Array;
  /** Places in `zoneNames` of the time zones of the accounts. */
  readonly zones: Uint16Array;
  readonly zoneNames: readonly string[];
  /** First and last local day of the sessions that hold trades, numbered from 1970-01-01. */
  readonly firstDays: Int32Array;
  readonly lastDays: Int32Array;
}

/** The figures that a run keeps at its end. */
interface KeptFigures {
  /** The days and tradingDays of the risk analysis. */
  readonly days: number;
  readonly tradingDays: number;
  /** Mean / standard deviation (n − 1) of the returns of these days, not rounded. */
  readonly sharpePerDay: number | null;
  /** Skewness and kurtosis of the population, not rounded. The kurtosis of a normal distribution is 3. */
  readonly skewness: number | null;
  readonly kurtosis: number | null;
}

/**
 * The rows of a study with the figures that judging needs: about 100 bytes per row, however wide the labels of the
 * sessions are. Rows are named by their place in the order of the ledger: (createdAt, sessionId, run).
 */
export class Ledger {
  constructor(private readonly columns: LedgerColumns) {}

  /** Number of rows. */
  get count(): number {
    return this.columns.count;
  }

  /** Id of the session of a row. */
  idOf(place: number): string {
    return this.columns.idOf(place);
  }

  runOf(place: number): number {
    return this.columns.runs[place]!;
  }

  endOf(place: number): TrialEnd | null {
    return ENDS[this.columns.states[place]! & END_BITS]!;
  }

  /**
   * Returns whether the run lasts and its session belongs to this study. Also true for the ended row of a session that
   * has moved to another study and back.
   */
  isCurrent(place: number): boolean {
    return this.is(place, ROW_STATES.current);
  }

  /** Returns whether the run lasts, but the figures of the session's present trades are not stored yet. */
  isPending(place: number): boolean {
    return this.is(place, ROW_STATES.pending);
  }

  /** Returns whether a day of a current row starts with an equity of 0 or less. */
  isRuined(place: number): boolean {
    return this.is(place, ROW_STATES.equityNotPositive);
  }

  /** Returns the figures of a row; null if the row is pending, or ended without figures. */
  figuresOf(place: number): KeptFigures | null {
    if (!this.is(place, ROW_STATES.figured)) return null;
    const { days, tradingDays, sharpes, skewnesses, kurtoses } = this.columns;
    return {
      days: days[place]!,
      tradingDays: tradingDays[place]!,
      sharpePerDay: definedIn(sharpes, place),
      skewness: definedIn(skewnesses, place),
      kurtosis: definedIn(kurtoses, place),
    };
  }

  /** Sharpe ratio per day, not rounded; null if it is undefined or not known. */
  sharpeOf(place: number): number | null {
    return definedIn(this.columns.sharpes, place);
  }

  /** Returns a number that is equal for rows with the same trades; null if the trades are not known. */
  tradesOf(place: number): number | null {
    const first = this.columns.sameTrades[place]!;
    return first < 0 ? null : first;
  }

  /** Returns a number that is equal for rows of the same study. */
  studyOf(place: number): number {
    return this.columns.studies[place]!;
  }

  /** Time zone of the account of a current row. */
  zoneOf(place: number): string {
    return this.columns.zoneNames[this.columns.zones[place]!]!;
  }

  /** First and last local day of a current row with figures, numbered from 1970-01-01. */
  daysOf(place: number): { readonly firstDay: number; readonly lastDay: number } {
    return { firstDay: this.columns.firstDays[place]!, lastDay: this.columns.lastDays[place]! };
  }

  private is(place: number, state: number): boolean {
    return (this.columns.states[place]! & state) > 0;
  }
}

const definedIn = (values: Float64Array, place: number): number | null =>
  Number.isNaN(values[place]!) ? null : values[place]!;

/** Makes the ledger of the columns that `StudiesStore` reads. Gives other work a turn after some rows. */
export async function readLedger(copied: CopiedColumns): Promise<Ledger> {
  const { count } = copied;
  const ids = copied.ids(0);
  const [runs, states, days, tradingDays, sharpes, skewnesses, kurtoses] = [1, 2, 3, 4, 5, 6, 7].map(
    (column) => copied.numbers(column),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  const hashes = await firstPlaces(copied.texts(8), count);
  const zones = await firstPlaces(copied.texts(9), count);
  const zoneNames = [...new Set(zones)].map((place) => (place < 0 ? '' : textAt(copied.texts(9), place)));
  const zoneNumbers = new Map([...new Set(zones)].map((place, number) => [place, number]));
  return new Ledger({
    count,
    idOf: (place) => idAt(ids, place),
    runs: new Int32Array(runs),
    states: new Uint8Array(states),
    days: new Int32Array(days),
    tradingDays: new Int32Array(tradingDays),
    sharpes: sharpes.slice(),
    skewnesses: skewnesses.slice(),
    kurtoses: kurtoses.slice(),
    sameTrades: hashes,
    studies: await firstPlaces(copied.texts(12), count),
    zones: Uint16Array.from(zones, (place) => zoneNumbers.get(place)!),
    zoneNames,
    firstDays: await daysIn(copied.texts(10), count),
    lastDays: await daysIn(copied.texts(11), count),
  });
}

const DAY_MS = 86_400_000;

/**
 * Returns the numbers of local days from 1970-01-01; 0 for an empty text. PostgreSQL cannot convert the days, because
 * it does not read years of six digits, such as `+010000-01-01`.
 */
async function daysIn(texts: TextColumn, count: number): Promise<Int32Array> {
  const days = new Int32Array(count);
  for (let place = 0; place < count; place += 1) {
    if (place % ROWS_OF_A_TURN === ROWS_OF_A_TURN - 1) await nextTurn();
    days[place] = (Date.parse(textAt(texts, place)) || 0) / DAY_MS;
  }
  return days;
}

/** Returns for each value the place of the first equal value; −1 for an empty value. */
async function firstPlaces({ bytes, ends }: TextColumn, count: number): Promise<Int32Array> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, number>();
  const places = new Int32Array(count);
  for (let place = 0, start = 0; place < count; place += 1) {
    if (place % ROWS_OF_A_TURN === ROWS_OF_A_TURN - 1) await nextTurn();
    const end = ends[place]!;
    const value = buffer.toString('latin1', start, end);
    start = end;
    let first = value === '' ? -1 : found.get(value);
    if (first === undefined) found.set(value, (first = place));
    places[place] = first;
  }
  return places;
}
