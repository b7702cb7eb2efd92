import type { BenchRow } from '../measure.js';

/** Runs the benchmark that its argument names and hands its rows to the parent. */
const { run } = (await import(`../${process.argv[2]}.js`)) as { run: () => Promise<BenchRow[]> };
process.send?.(await run(), () => process.exit(0));
