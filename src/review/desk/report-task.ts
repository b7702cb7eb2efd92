import type { MessagePort } from 'node:worker_threads';
import type { AllExcursions } from '../analysis/routes/excursions.service.js';
import type { Parts } from './report-parts.js';
import type { SessionRecord } from '../../sessions/session-record.dto.js';
import type { SessionKey } from '../../sessions/session.entity.js';

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
  /** The parts of `ReportParts`, each as JSON. */
  readonly parts: Readonly<Record<keyof Parts['json'], Uint8Array>>;
  readonly excursions: NonNullable<AllExcursions['body']>;
  readonly markets: readonly StoredMarket[];
}
