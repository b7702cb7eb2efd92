/** The thresholds that a sheet writes out in its questions. A sheet requests the evidence with exactly these thresholds. */
export const EVIDENCE_THRESHOLDS = { costFactor: 2, bestShare: 0.05 } as const;
