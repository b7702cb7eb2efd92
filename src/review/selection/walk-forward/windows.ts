import { COUNTS_ITSELF, duplicatesIn } from '../tries/duplicates.js';

/** Maximum number of windows, documented in docs/selection.md. */
export const MAX_WINDOWS = 200;

/** Reasons why a row is not part of the walk-forward analysis. */
export const WINDOW_EXCLUSIONS = ['ended', 'no-sample', 'duplicate', 'equity-not-positive'] as const;
export type WindowExclusion = (typeof WINDOW_EXCLUSIONS)[number];

/** A run of a strategy over one sample, whose session still holds its trades. */
export interface SampleRun {
  readonly sessionId: string;
  /** Time at which the session was created, epoch milliseconds. */
  readonly createdAt: number;
  readonly sample: 'in' | 'out';
  /** Equal for runs with equal parameters and the same version of the code. */
  readonly settings: string;
  /** Equal for runs with the same trades; null if the trades are not known. */
  readonly trades: string | number | null;
  readonly firstEntry: number;
  readonly lastExit: number;
  /** True if a day starts with an equity of 0 or less. */
  readonly equityNotPositive: boolean;
}

/** A window: a run out of sample with its partner, the run in sample that chose its parameters. */
export interface Window<Run> {
  readonly in: Run | null;
  readonly out: Run;
}

export interface Windows<Run> {
  readonly excluded: ReadonlyMap<WindowExclusion, number>;
  /** Sorted by the first entry out of sample, then by id. Null if there are more than `MAX_WINDOWS`. */
  readonly windows: readonly Window<Run>[] | null;
}

/**
 * Pairs the runs out of sample with runs in sample. The partner of a window has equal parameters and the same version
 * of the code, and ends before the window begins. If several runs meet these conditions, the latest is the partner. A
 * run in sample may be the partner of several windows.
 * @param runs in the order of the ledger
 */
export function pairedWindows<Run extends SampleRun>(runs: readonly Run[]): Windows<Run> {
  const excluded = new Map<WindowExclusion, number>();
  const left = (reason: WindowExclusion, count: number) => {
    if (count > 0) excluded.set(reason, (excluded.get(reason) ?? 0) + count);
  };
  const [ins, outs] = (['in', 'out'] as const).map((wanted) => {
    const ofSample = runs.filter(({ sample }) => sample === wanted);
    const duplicates = duplicatesIn({
      count: ofSample.length,
      hasEnded: () => false,
      tradesOf: (place) => ofSample[place]!.trades,
    });
    const counted = ofSample.filter((_, place) => duplicates[place] === COUNTS_ITSELF);
    const solvent = counted.filter(({ equityNotPositive }) => !equityNotPositive);
    left('duplicate', ofSample.length - counted.length);
    left('equity-not-positive', counted.length - solvent.length);
    return solvent;
  }) as [Run[], Run[]];
  // The time of pairing grows with the product of both numbers of runs.
  if (outs.length > MAX_WINDOWS) return { excluded, windows: null };
  const latestFirst = ins.toSorted(byEnd).toReversed();
  const windows = outs
    .toSorted((a, b) => a.firstEntry - b.firstEntry || compareIds(a, b))
    .map((out) => ({ in: latestFirst.find((each) => precedes(each, out)) ?? null, out }));
  return { excluded, windows };
}

const precedes = (run: SampleRun, out: SampleRun): boolean =>
  run.lastExit <= out.firstEntry && run.settings === out.settings;

const byEnd = (a: SampleRun, b: SampleRun): number =>
  a.lastExit - b.lastExit || a.createdAt - b.createdAt || compareIds(a, b);

const compareIds = (a: SampleRun, b: SampleRun): number => Number(a.sessionId > b.sessionId) || -1;
