import { EVIDENCE_THRESHOLDS } from '../../../../src/review/desk/sheet/evidence-thresholds.js';
import type { EvidenceQuestionDto } from '../../../../src/review/evidence/routes/evidence.dto.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    /** The questions that decide whether the result is real, with the thresholds of EVIDENCE_THRESHOLDS. */
    readonly evidence: { readonly questions: readonly EvidenceQuestionDto[]; readonly pending: number };
  }
}

/** Temporary reasons why an answer is missing. If the answer is requested again later, it is available. */
const LATER = new Set(['computing', 'candles-loading', 'pending']);

/** The evidence. On the page, its questions lead to the page about the tries. */
export const evidenceAnalysis: Analysis = {
  panel: { id: 'evidence', title: 'Evidence' },
  requests: {
    evidence: {
      turn: 3,
      words: 'the evidence',
      path: 'evidence',
      query: () => EVIDENCE_THRESHOLDS,
      isOfAllTrades: true,
      isLate: true,
      isPending: ({ questions }) => questions.some(({ reason }) => reason !== null && LATER.has(reason)),
    },
  },
};
