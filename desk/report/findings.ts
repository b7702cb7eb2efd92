import { price } from './format.js';
import type { Findings } from './findings-by-trade.js';

type Finding = Findings[number];

/** A short name of each kind of finding, for a label in a list. */
const NAMES: Readonly<Record<Finding['kind'], string>> = {
  impossible: 'impossible price',
  'no-volume': 'no volume',
  'over-volume': 'more than the volume',
  'stop-touched': 'stop reached earlier',
  gap: 'gap beyond the stop',
  'target-touched': 'target passed earlier',
};

/**
 * Returns a name for each kind among the findings of a trade. The name contains "possible" if the candles do not prove
 * the finding.
 */
export function findingNames(findings: Findings): string[] {
  return [
    ...new Set(
      findings.map(({ kind, certainty }) =>
        certainty === 'possible' ? `possible: ${NAMES[kind]}` : NAMES[kind],
      ),
    ),
  ];
}

/** Returns the sentence that describes a finding. */
export function findingSentence({ kind, fill, certainty, price: at, low, high, open }: Finding): string {
  const name = fill === 'entry' ? 'entry' : 'exit';
  const perhaps = certainty === 'possible' ? 'may have' : 'had';
  switch (kind) {
    case 'impossible':
      return `The ${name} at ${price(at)} is outside the prices of its candles, ${price(low)} to ${price(high)}.`;
    case 'no-volume':
      return `Nothing traded in the candles of the ${name} at ${price(at)}.`;
    case 'over-volume':
      return `The ${name} takes more than everything that traded in its candles.`;
    case 'stop-touched':
      return `The price ${perhaps} reached the stop at ${price(at)} before the exit.`;
    case 'gap':
      return `The exit is at the stop, but the candle ${certainty === 'possible' ? 'may have opened' : 'opened'} beyond it at ${price(open)}.`;
    case 'target-touched':
      return `The price ${perhaps} passed the target at ${price(at)} before the exit.`;
  }
}
