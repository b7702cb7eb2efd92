import type { EquityAnswer } from '../../analysis/equity/equity.dto.js';
import type { FirstAnswersAnswer } from '../../analysis/first-answers/first-answers.dto.js';
import type { FillsAnswer } from '../../analysis/fills/fills.dto.js';
import type { TimestampsAnswer } from '../../analysis/timestamps/timestamps.dto.js';
import type { TimingAnswer } from '../../analysis/timing/timing.dto.js';
import type { TradeEvidence } from '../../analysis/trade-evidence/trade-evidence.js';
import type { SessionSelection } from '../../selection/routes/selection.service.js';
import { firstAnswersKept } from './answers-question.js';
import {
  betterThanBuyAndHold,
  betterThanRandomEntries,
  drawdownSeen,
  fillsPossible,
  timesFit,
} from './candle-questions.js';
import type { EvidenceParameters } from './evidence-parameters.js';
import type { Found } from './found.js';
import type { Answered } from './question.js';
import { expectancyAboveZero, marketUnseen, notFewTrades, survivesCosts } from './trade-questions.js';
import { survivesTries } from './tries-question.js';

/** The results of the analyses that the questions use. */
export interface EvidenceSources {
  readonly initialBalance: number;
  readonly trades: TradeEvidence;
  readonly firstAnswers: Found<
    Pick<FirstAnswersAnswer, 'reason' | 'asFirst' | 'asKept' | 'changes' | 'earlierRuns' | 'earlierLooks'>
  >;
  readonly seenEntryShare: number | null;
  readonly timing: Found<TimingAnswer>;
  readonly equity: Found<EquityAnswer>;
  readonly fills: Found<FillsAnswer>;
  readonly timestamps: Found<TimestampsAnswer>;
  readonly selection: Found<SessionSelection>;
}

/**
 * The answers, and the number of questions whose answer is still being computed. There is no total, because many
 * favourable answers would hide a fatal one.
 */
export interface Evidence {
  readonly questions: readonly Answered[];
  readonly pending: number;
}

/** Answers all questions. */
export function answerQuestions(sources: EvidenceSources, parameters: EvidenceParameters): Evidence {
  const { trades, timing } = sources;
  const questions = [
    expectancyAboveZero(trades, parameters),
    firstAnswersKept(sources.firstAnswers, parameters, sources.initialBalance),
    betterThanRandomEntries(timing, parameters),
    betterThanBuyAndHold(timing, trades.plNetPct),
    survivesCosts(trades),
    survivesTries(sources.selection, parameters),
    fillsPossible(sources.fills),
    timesFit(sources.timestamps),
    drawdownSeen(sources.equity, parameters),
    marketUnseen(sources.seenEntryShare, parameters),
    notFewTrades(trades),
  ];
  return { questions, pending: questions.filter(({ reason }) => reason === 'computing').length };
}
