import { currencyIn } from './currencies.js';

/** Units in brackets, or at the end of cells, that are no money. */
const OTHER_UNIT = /%|(?<![a-z])(?:r|pips?|ticks?|points?|pts?|percent|pct)(?![a-z])/i;
const BRACKETS = /\(([^()]*)\)|\[([^[\]]*)\]/g;
const PL = /^((?:net|gross|realized|realised|closed|trade)*)pl(net|gross|)$/;
/** Words before a profit that say nothing about costs. */
const DROPPED = /^(net|gross|)(?:realized|realised|closed|trade)+profit/;
/** Longer names are no names of columns. */
const MAX_LENGTH = 200;

/** Returns whether a column's name says that it is no money: `Profit %`, `Profit (R)`, `P/L [pips]`. */
export function namesOtherUnit(name: string): boolean {
  if (name.includes('%')) return true;
  return [...name.slice(0, MAX_LENGTH).matchAll(BRACKETS)].some(([, round = '', square = '']) =>
    OTHER_UNIT.test(`${round} ${square}`),
  );
}

/** Returns whether a cell has a unit that is no money: `1.5R`, `12 pips`, `3 %`. */
export const hasOtherUnit = (cell: string): boolean =>
  /\d/.test(cell) && OTHER_UNIT.test(cell.slice(0, MAX_LENGTH));

/** Returns the currency that a name contains: EUR in `Net P&L EUR` and `Profit (€)`. Undefined if there is none. */
export function currencyInName(name: string): string | undefined {
  return wordsOf(name)
    .map(currencyIn)
    .findLast((currency) => currency !== undefined);
}

/**
 * Reduces a name to lower-case letters and digits, without brackets and currencies. `P&L`, `P/L` and `pnl` become
 * `profit`: `Net P&L USD` becomes `netprofit`.
 */
export function comparedName(name: string): string {
  const bare = name
    .slice(0, MAX_LENGTH)
    .replaceAll(BRACKETS, ' ')
    .replaceAll(/\bp\s*[&/]\s*l\b/gi, 'profit');
  const words = wordsOf(bare);
  const kept = words.filter((word) => currencyIn(word) === undefined);
  return (kept.length > 0 ? kept : words)
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('pnl', 'profit')
    .replace(PL, '$1profit$2')
    .replace(DROPPED, '$1profit');
}

const wordsOf = (name: string): string[] =>
  name
    .slice(0, MAX_LENGTH)
    .replaceAll(/[$€£¥]/g, ' $& ')
    .split(/[^A-Za-z0-9$€£¥]+/)
    .filter((word) => word !== '');
