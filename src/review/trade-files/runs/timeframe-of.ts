import { TIMEFRAME } from '../../../shared/market/timeframes.js';

/** Units that tools write before the number, as in H1. */
const BEFORE: Readonly<Record<string, string>> = { M: 'm', H: 'h', D: 'd', W: 'w', MN: 'M' };
/** Units that tools write after the number, as in 1D. */
const AFTER: Readonly<Record<string, string>> = { S: 's', H: 'h', D: 'd', W: 'w', M: 'M' };

/**
 * Returns the label of a bar length that a tool writes: `H1` becomes 1h, `1D` and `D` become 1d. A number without a
 * unit counts minutes: `60` becomes 1h.
 * @returns undefined if the text is not a bar length
 */
export function timeframeOf(text: string): string | undefined {
  const plain = text.trim();
  if (TIMEFRAME.test(plain)) return plain;
  const [, unitBefore, numberAfter] = /^(MN|[MHDW])(\d{1,4})$/i.exec(plain) ?? [];
  if (unitBefore) return label(Number(numberAfter), BEFORE[unitBefore.toUpperCase()]!);
  const [, number = '1', unitAfter] = /^(\d{1,4})?([SHDWM])$/i.exec(plain) ?? [];
  if (unitAfter) return label(Number(number), AFTER[unitAfter.toUpperCase()]!);
  const minutes = /^\d{1,5}$/.test(plain) ? Number(plain) : NaN;
  return minutes % 60 === 0 ? label(minutes / 60, 'h') : label(minutes, 'm');
}

function label(number: number, unit: string): string | undefined {
  const text = `${number}${unit}`;
  return TIMEFRAME.test(text) ? text : undefined;
}
