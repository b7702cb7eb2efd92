import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import type { Done } from '../../../platform/worker/serve-jobs.js';
import type { JsonResult } from '../service/analysis-job.js';

/** Returns an analysis as JSON in a separate buffer, which can be transferred between threads. */
export function jsonDone(analysis: object, tradeCount: number): Done {
  const json = new TextEncoder().encode(
    JSON.stringify({ calculationVersion: CALCULATION_VERSION, ...analysis }),
  );
  const result: JsonResult = { json, tradeCount };
  return { result, memory: [json.buffer] };
}
