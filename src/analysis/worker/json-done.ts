import { CALCULATION_VERSION } from '../../figures/calculator/calculate-statistics.js';
import type { Done } from '../../worker/serve-jobs.js';
import type { JsonResult } from './tasks.js';

/** Encodes an analysis as JSON into a buffer of its own, which can be transferred. */
export function jsonDone(analysis: object, tradeCount: number): Done {
  const json = new TextEncoder().encode(
    JSON.stringify({ calculationVersion: CALCULATION_VERSION, ...analysis }),
  );
  const result: JsonResult = { json, tradeCount };
  return { result, memory: [json.buffer] };
}
