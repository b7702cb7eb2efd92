/**
 * The thresholds that the questions of a sheet mention. A sheet requests the evidence with exactly these thresholds.
 */
export const EVIDENCE_THRESHOLDS = { costFactor: 2, bestShare: 0.05 } as const;
