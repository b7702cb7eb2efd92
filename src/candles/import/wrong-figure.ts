import { MAX_AMOUNT, MIN_AMOUNT } from '../../shared/market/amounts.js';
import { excerpt } from '../../shared/text/excerpt.js';
import { MAX_VOLUME } from '../store/plausible-bar.js';

const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Returns the problem of an implausible row, naming the wrong figure.
 * @param texts open, high, low, close and volume, as texts
 * @param parse returns NaN for a text that is not a number
 */
export function wrongFigure(texts: readonly string[], parse: (text: string) => number): string {
  const figures = texts.map(parse);
  const [open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] = figures;
  const unreadable = figures.findIndex(Number.isNaN);
  if (unreadable >= 0) {
    return `its ${FIGURES[unreadable]} ${excerpt(texts[unreadable]!)} is not a plain decimal number`;
  }
  const zero = figures.slice(0, 4).findIndex((price) => price === 0);
  if (zero >= 0) return `its ${FIGURES[zero]} is 0, prices must be above 0`;
  const extreme = figures.slice(0, 4).findIndex((price) => price < MIN_AMOUNT || price > MAX_AMOUNT);
  if (extreme >= 0)
    return `its ${FIGURES[extreme]} ${figures[extreme]} is not between ${MIN_AMOUNT} and ${MAX_AMOUNT}`;
  if (volume > MAX_VOLUME) return `its volume ${volume} is above ${MAX_VOLUME}`;
  if (low > high) return `its low ${low} is above its high ${high}`;
  const outside = open < low || open > high ? `open ${open}` : `close ${close}`;
  return `its ${outside} is not between its low ${low} and its high ${high}`;
}
