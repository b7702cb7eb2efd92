import { amountIn } from '../money/cell-words.js';
import { cutText } from './cut-text.js';
import { csvTable } from './csv-table.js';
import { metatraderMoney } from './metatrader-report.js';
import { metatrader5Facts } from './metatrader5-facts.js';
import { openTrade } from './open-trade.js';
import { reasonTags } from './reason-tags.js';

/** Matches the sections of a report that come after the positions. */
const NEXT_SECTION = /^(?:orders|open positions|working orders|deals|results)$/i;

/** Maximum number of characters of the type of a row in a message. */
const MAX_TYPE_LENGTH = 40;

const NO_TRADE =
  /^(?:balance|credit|bonus|correction|charge|deposit|withdrawal|commission|interest|dividend|tax)/i;

/**
 * The positions of a trade history report. Two columns are named time and two are named price: the first belongs to the
 * entry, the second to the exit. `S / L` is the last stop, which need not be the initial stop. A position that was
 * closed in parts may have several rows with the same number.
 */
export const metatrader5 = csvTable({
  source: 'metatrader5',
  tool: 'MetaTrader 5',
  traits: {
    money: metatraderMoney('Fee'),
    earlier: { profit: 'gross', contracts: true },
  },
  columns: {
    positionId: 'Position',
    symbol: 'Symbol',
    side: 'Type',
    qty: 'Volume',
    entryTime: 'Time',
    exitTime: 'Time',
    entryPrice: 'Price',
    exitPrice: 'Price',
    profit: 'Profit',
    printedStop: 'S / L',
    takeProfit: 'T / P',
    commission: 'Commission',
    fee: 'Fee',
    swap: 'Swap',
    comment: 'Comment',
  },
  optional: ['printedStop', 'commission', 'fee', 'swap', 'comment'],
  mayBeEmpty: ['positionId', 'takeProfit'],
  headerMayFollow: true,
  comparable: (name) => name.toLowerCase().replaceAll(/\s/g, ''),
  endsAt(cells) {
    const filled = cells.filter((cell) => cell.trim() !== '');
    return filled.length === 1 && NEXT_SECTION.test(filled[0]!.trim());
  },
  factsIn: metatrader5Facts,
  skip({ side = '', symbol, exitTime, profit }) {
    if (NO_TRADE.test(side)) return `is a ${cutText(side, MAX_TYPE_LENGTH).toLowerCase()} row`;
    if (side === '' && symbol === undefined) return 'is no trade';
    return exitTime === undefined ? openTrade({ result: profit }) : null;
  },
  trade: ({ printedStop, takeProfit, commission, fee, swap, comment, ...cells }) => ({
    ...cells,
    ...(isPrice(printedStop) && { printedStop }),
    ...(isPrice(takeProfit) && { takeProfit }),
    charges: [commission, fee, swap].filter((charge) => charge !== undefined),
    profits: [amountIn(cells.profit)],
    costs: [commission, fee, swap].map((charge) => (charge === undefined ? null : amountIn(charge))),
    tags: metatraderTags(comment),
  }),
});

/** 0 stands for no stop and no target. */
export const isPrice = (cell: string | undefined): cell is string => cell !== undefined && /[1-9]/.test(cell);

/**
 * Matches the reason that the terminal appends to the comment of an order when it closes the position: `[sl 1.085]`,
 * `[tp]`, `[so 20%]`.
 */
const CLOSED_BY = /^\[(sl|tp|so)\b/i;

export function metatraderTags(comment = ''): string[] {
  const end = Math.max(0, comment.lastIndexOf('['));
  const [, exit] = CLOSED_BY.exec(comment.slice(end)) ?? [];
  return exit === undefined
    ? reasonTags(comment, undefined)
    : reasonTags(comment.slice(0, end), exit.toLowerCase());
}
