import { price } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';

interface RiskSliderProps {
  readonly of: NonNullable<SheetData['monteCarlo']>;
  /** The risk that the user chose, whose paths may not have arrived yet. */
  readonly chosen: number | undefined;
  readonly onRisk: (riskPct: number) => void;
}

/** Number of steps of the slider from a tenth of the risk that the trades took to ten times this risk. */
const STEPS = 40;

/** Lets the user choose the share of the account that every trade of a path risks. */
export function RiskSlider({ of: { riskPct, suggested }, chosen, onRisk }: RiskSliderProps) {
  const own = suggested.riskPct ?? 1;
  const current = chosen ?? riskPct ?? own;
  const riskAt = (step: number) => twoDigits(own * 10 ** ((2 * step) / STEPS - 1));
  const stepOf = (risk: number) => Math.round(((Math.log10(risk / own) + 1) * STEPS) / 2);
  return (
    <label class="slider">
      Risk of each trade{' '}
      <input
        type="range"
        min={0}
        max={STEPS}
        value={stepOf(current)}
        aria-valuetext={riskText(current)}
        onChange={(event) => onRisk(riskAt(Number(event.currentTarget.value)))}
      />{' '}
      {riskText(current)}
    </label>
  );
}

/** The service accepts risks from 0.01 to 100 percent. */
const twoDigits = (risk: number): number => Math.min(Math.max(Number(risk.toPrecision(2)), 0.01), 100);

export const riskText = (riskPct: number | null): string => `${price(riskPct)} %`;
