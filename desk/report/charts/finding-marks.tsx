import { findingSentence } from '../findings.js';
import type { Findings } from '../findings-by-trade.js';
import { at } from './path.js';
import type { Scale } from './scale.js';

interface FindingMarksProps {
  readonly findings: Findings;
  readonly xOf: Scale;
  readonly yOf: Scale;
}

const RADIUS = 7;

/** A ring at each doubtful fill. The ring is dashed if the candles do not prove the doubt. */
export const FindingMarks = ({ findings, xOf, yOf }: FindingMarksProps) => (
  <g>
    {findings
      .filter(({ time, price }) => isWithin(xOf, time) && isWithin(yOf, price))
      .map((finding, place) => (
        <circle
          key={`${place} ${finding.kind}`}
          class={finding.certainty === 'certain' ? 'doubt' : 'doubt dashed'}
          cx={at(xOf(finding.time))}
          cy={at(yOf(finding.price))}
          r={RADIUS}
        >
          <title>{findingSentence(finding)}</title>
        </circle>
      ))}
  </g>
);

function isWithin(scale: Scale, value: number): boolean {
  const [first, last] = scale.domain();
  return value >= first && value <= last;
}
