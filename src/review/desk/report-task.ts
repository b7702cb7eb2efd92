import type { MessagePort } from 'node:worker_threads';
import type { AllExcursions } from '../analysis/routes/excursions.service.js';
import type { SessionRecord } from '../../sessions/session-record.dto.js';
import type { SessionKey } from '../../sessions/session.entity.js';

export const BREAKDOWN_PARTS = [
  'bySide',
  'bySymbol',
  'byTag',
  'byDuration',
  'byMonth',
  'byWeekday',
  'byHour',
] as const;

/**
 * The data that a report needs, besides its other parts, to answer the questions of the evidence: a `TradeEvidence` and
 * a `SessionSelection`.
 */
export const EVIDENCE_PARTS = ['tradeEvidence', 'selection'] as const;

/** The responses of the API from which a report is made. Each response is the JSON of the DTO that the sheet names. */
export const JSON_PARTS = [
  'risk',
  'monteCarlo',
  'confidence',
  'calendar',
  'hindsight',
  ...BREAKDOWN_PARTS,
  'costs',
  'sizing',
  'markedEquity',
  'timing',
  'fills',
  'exits',
  'timestamps',
  ...EVIDENCE_PARTS,
] as const;
export type JsonPart = (typeof JSON_PARTS)[number];

/**
 * The input from which the thread makes a report. The thread reads trades itself while the responses are computed, and
 * then reads the bars.
 */
export interface ReportTask {
  readonly session: SessionKey;
  readonly sheet: {
    readonly session: SessionRecord;
    readonly projectName: string;
    readonly breakEvenThreshold: number;
    /** Epoch milliseconds. */
    readonly generatedAt: number;
  };
  /** Port on which one `ReportAnswers` arrives. */
  readonly answers: MessagePort;
}

/** A market of a session and the series of its 1m bars. */
export interface StoredMarket {
  readonly symbol: string;
  readonly feed: string;
  readonly seriesId: number;
}

export interface ReportAnswers {
  /** A `StatsAnswer` as JSON. */
  readonly stats: Uint8Array;
  readonly parts: Readonly<Record<JsonPart, Uint8Array>>;
  readonly excursions: NonNullable<AllExcursions['body']>;
  readonly markets: readonly StoredMarket[];
}
