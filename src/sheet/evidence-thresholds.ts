/** The thresholds of the questions that a sheet writes in words. A sheet asks for the evidence with exactly these. */
export const EVIDENCE_THRESHOLDS = { costFactor: 2, bestShare: 0.05 } as const;
