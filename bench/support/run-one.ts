import type { BenchRow } from '../measure.js';

/** Runs the benchmark named by the argument and sends its rows to the parent process. */
const { run } = (await import(`../${process.argv[2]}.js`)) as { run: () => Promise<BenchRow[]> };
process.send?.(await run(), () => process.exit(0));
