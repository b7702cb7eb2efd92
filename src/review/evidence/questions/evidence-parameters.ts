import type { NumberBounds } from '../../../shared/fields/value-rules.js';

/* Limits of the thresholds, documented in docs/analysis.md. */

/** The thresholds of the questions. */
export interface EvidenceParameters {
  readonly confidence: number;
  readonly minTrades: number;
  readonly maxFirstAnswersP: number;
  readonly maxPValue: number;
  readonly costFactor: number;
  readonly maxHidden: number;
  readonly maxSeen: number;
  readonly bestShare: number;
}

export const EVIDENCE_DEFAULTS: EvidenceParameters = {
  confidence: 0.95,
  minTrades: 30,
  maxFirstAnswersP: 0.05,
  maxPValue: 0.05,
  costFactor: 2,
  maxHidden: 1.5,
  maxSeen: 0.2,
  bestShare: 0.05,
};

export const EVIDENCE_BOUNDS = {
  confidence: { minimum: 0.5, maximum: 0.999 },
  minTrades: { minimum: 2, maximum: 100_000, integer: true },
  maxFirstAnswersP: { minimum: 0.001, maximum: 0.5 },
  maxPValue: { minimum: 0.001, maximum: 0.5 },
  costFactor: { minimum: 1, maximum: 10 },
  maxHidden: { minimum: 1, maximum: 10 },
  maxSeen: { minimum: 0, maximum: 1 },
  bestShare: { minimum: 0, maximum: 0.5 },
} as const satisfies Readonly<Record<keyof EvidenceParameters, NumberBounds>>;
