import type { EvidenceQuestionDto } from '../../../src/review/evidence/routes/evidence.dto.js';
import type { PanelId } from './panel-ids.js';
import type { ExplainedFigure } from '../explainer.js';

export type EvidenceQuestion = EvidenceQuestionDto['question'];

/** A question of the evidence in words, and the panel and the figure to which it leads. */
export interface EvidenceText {
  readonly question: EvidenceQuestion;
  readonly words: string;
  /**
   * The id of the panel with the figure, `tries` for the page about the tries, or null if no panel shows the figure.
   */
  readonly panel: PanelId | 'tries' | null;
  /** The figure whose explanation the measured value opens. */
  readonly figure?: ExplainedFigure;
}

/** The questions in the order of the response. */
export const EVIDENCE_TEXTS: readonly EvidenceText[] = [
  {
    question: 'expectancy-above-zero',
    words: 'Is the expectancy above 0?',
    panel: 'all-figures',
    figure: 'risk.perTrade.probabilisticSharpe',
  },
  {
    question: 'first-answers-kept',
    words: 'Were the trades kept as first answered?',
    panel: 'first-answers',
    figure: 'first-answers.changes.pValue',
  },
  {
    question: 'better-than-random-entries',
    words: 'Are the entries better than random ones?',
    panel: 'timing',
    figure: 'timing.net.pValue',
  },
  {
    question: 'better-than-buy-and-hold',
    words: 'Is the result better than holding the market?',
    panel: 'timing',
    figure: 'timing.buyAndHold.pct',
  },
  {
    question: 'survives-costs',
    words: 'Does the profit survive higher costs?',
    panel: 'costs',
    figure: 'costs.multiples.plNet',
  },
  { question: 'survives-tries', words: 'Is it better than the best of many tries by luck?', panel: 'tries' },
  {
    question: 'fills-possible',
    words: 'Were all fills possible?',
    panel: 'fills',
    figure: 'fills.summary.fills.impossible',
  },
  { question: 'times-fit', words: 'Do the times fit the candles?', panel: 'timestamps' },
  {
    question: 'drawdown-seen',
    words: 'Does the realised equity show the drawdown?',
    panel: 'marked-equity',
    figure: 'equity.drawdown.possible.pct',
  },
  {
    question: 'market-unseen',
    words: 'Was the market unseen before?',
    panel: 'hindsight',
    figure: 'hindsight.seenEntryShare',
  },
  {
    question: 'not-few-trades',
    words: 'Does the profit come from more than a few trades?',
    panel: 'distribution',
    figure: 'plNet',
  },
];
