import type { Side } from '../../../shared/market/sides.js';

/** Returns the side that a cell names; undefined if the cell names no side. */
export function sideOf(text: string): Side | undefined {
  if (/^(?:long|buy|bought|bull|l|b)$/i.test(text)) return 'long';
  return /^(?:short|sell|sold|sell short|bear|s)$/i.test(text) ? 'short' : undefined;
}
