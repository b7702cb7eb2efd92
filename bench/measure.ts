/** One line of a benchmark's report. */
export interface BenchRow {
  readonly workload: string;
  readonly ours: number;
  readonly baseline: number;
  readonly unit: string;
  /** `ours / baseline`. For times, a lower ratio is better; for rates, a higher ratio. */
  readonly ratio: number;
  readonly goal?: Goal;
  readonly note?: string;
}

/** Inclusive bound for `ratio` or `ours`. */
export interface Goal {
  readonly of: 'ratio' | 'ours';
  readonly least?: number;
  readonly most?: number;
}

export const isMet = (row: BenchRow, { of, least = -Infinity, most = Infinity }: Goal): boolean =>
  row[of] >= least && row[of] <= most;

/** Performs one run. Returns the measured value, in the unit of the row. */
export type Run = () => number | Promise<number>;

export interface Comparison {
  readonly workload: string;
  readonly unit: string;
  readonly ours: Run;
  readonly baseline: Run;
  readonly runs: number;
  /** Number of runs of both sides before the measured runs. */
  readonly warmUps?: number;
  readonly goal?: Goal;
  readonly note?: string | undefined;
}

/**
 * Returns medians of interleaved runs (ours, baseline, ours, baseline …), so that other load on the machine affects
 * both sides alike.
 */
export async function compared(comparison: Comparison): Promise<BenchRow> {
  const { workload, unit, runs, warmUps = 0, goal, note } = comparison;
  const measured = { ours: [] as number[], baseline: [] as number[] };
  for (let run = -warmUps; run < runs; run += 1) {
    for (const side of ['ours', 'baseline'] as const) {
      const value = await comparison[side]();
      if (run >= 0) measured[side].push(value);
    }
  }
  const [ours, baseline] = [median(measured.ours), median(measured.baseline)];
  return {
    workload,
    ours,
    baseline,
    unit,
    ratio: ours / baseline,
    ...(goal && { goal }),
    ...(note && { note }),
  };
}

/** Returns a run that measures the milliseconds of some work. */
export const timed =
  (work: () => unknown): Run =>
  () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };

/** Returns a run that measures the milliseconds until the promise of some work resolves. */
export const timedAsync =
  (work: () => Promise<unknown>): Run =>
  async () => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Returns a percentile of the values by nearest rank; NaN if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const place = Math.max(0, Math.ceil((values.length * percent) / 100) - 1);
  return values.toSorted((a, b) => a - b)[place] ?? NaN;
}

const SCALE = Number(process.env['BENCH_SCALE'] || 1);
if (!(SCALE > 0)) throw new Error('BENCH_SCALE must be a number above 0, e.g. 0.05');

/** Returns a number of rows, requests or runs, scaled by BENCH_SCALE. */
export const scaled = (size: number, least = 1): number => Math.max(least, Math.round(size * SCALE));

/** Formats 1000 as 1k, and 1000000 as 1M. */
export function short(size: number): string {
  if (size >= 1e6) return `${+(size / 1e6).toFixed(1)}M`;
  return size >= 1e3 ? `${+(size / 1e3).toFixed(1)}k` : String(size);
}
