import { LOSS, BREAK_EVEN_LOSS, WIN, BREAK_EVEN_GAIN } from '../../../shared/figures/calculator/outcomes.js';
import type { CountedTrades } from '../../../shared/figures/definitions/figure-definition.js';
import type { Outcome } from '../../../shared/figures/outcome.js';
import type { Explained, Observation } from './explained.js';

export const EXCLUSION_REASONS = [
  'win',
  'loss',
  'break-even',
  'gross-result-0',
  'net-result-0',
  'no-initial-risk',
  'initial-risk',
  'incomplete',
  'measured',
  'below-threshold',
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** Returns the reason why a trade does not count; null if the trade counts. */
export type Exclusion = (trade: number) => ExclusionReason | null;

/** Names of the outcomes, by the numbers that `classifyOutcomes` gives them. */
const OUTCOME_NAMES: Readonly<Record<number, Outcome>> = {
  [LOSS]: 'loss',
  [BREAK_EVEN_LOSS]: 'break-even',
  [BREAK_EVEN_GAIN]: 'break-even',
  [WIN]: 'win',
};

/** For each set of counted trades, a function that returns why a trade is not in this set. */
export const EXCLUSIONS: Readonly<Record<CountedTrades, (explained: Explained) => Exclusion>> = {
  all: () => () => null,
  wins: otherThan('win'),
  losses: otherThan('loss'),
  'break-evens': otherThan('break-even'),
  'wins and losses': otherThan('win', 'loss'),
  'plGross not 0':
    ({ trades }) =>
    (trade) =>
      trades.plGross[trade] === 0 ? 'gross-result-0' : null,
  'plNet not 0':
    ({ trades }) =>
    (trade) =>
      trades.plNet[trade] === 0 ? 'net-result-0' : null,
  'with R': (explained) => (trade) => (hasR(explained, trade) ? null : 'no-initial-risk'),
  'without R': (explained) => (trade) => (hasR(explained, trade) ? 'initial-risk' : null),
  measured: (explained) => notMeasured(explained),
  incomplete: (explained) => {
    const why = notMeasured(explained);
    return (trade) => {
      const reason = why(trade);
      return reason === 'incomplete' ? null : (reason ?? 'measured');
    };
  },
  'measured losses': (explained) => notMeasuredLoss(explained),
  'could have broken even': (explained) => {
    const why = notMeasuredLoss(explained);
    return (trade) =>
      why(trade) ?? (observationOf(explained, trade)!.couldHaveProfitBreakEven ? null : 'below-threshold');
  },
};

const hasR = ({ trades }: Explained, trade: number): boolean => !Number.isNaN(trades.rMultiple[trade]!);

const observationOf = ({ trades, observations }: Explained, trade: number): Observation | undefined =>
  observations.get(trades.idOf(trade));

function otherThan(...wanted: readonly Outcome[]): (explained: Explained) => Exclusion {
  return ({ outcomes }) =>
    (trade) => {
      const outcome = OUTCOME_NAMES[outcomes[trade]!]!;
      return wanted.includes(outcome) ? null : outcome;
    };
}

function notMeasured(explained: Explained): Exclusion {
  return (trade) => {
    if (!hasR(explained, trade)) return 'no-initial-risk';
    return observationOf(explained, trade)?.status === 'complete' ? null : 'incomplete';
  };
}

function notMeasuredLoss(explained: Explained): Exclusion {
  const isMeasured = notMeasured(explained);
  const isLoss = otherThan('loss')(explained);
  return (trade) => isMeasured(trade) ?? isLoss(trade);
}
