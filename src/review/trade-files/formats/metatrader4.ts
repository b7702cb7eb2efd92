import { amountIn } from '../money/cell-words.js';
import { csvTable } from './csv-table.js';
import { cutText } from './cut-text.js';
import { metatraderMoney } from './metatrader-report.js';
import { metatrader5Facts } from './metatrader5-facts.js';
import { openTrade } from './open-trade.js';
import { isPrice, metatraderTags } from './metatrader5.js';

/** Maximum number of characters of the type of a row in a message. */
const MAX_TYPE_LENGTH = 40;

/** Matches the sections of a statement that come after the closed transactions. */
const NEXT_SECTION = /^(?:open trades|working orders|summary|details):?$/i;

/**
 * The closed transactions of a statement. Two columns are named price: the first belongs to the entry, the second to the
 * exit. `S / L` is the last stop, which need not be the initial stop. A csv with columns such as `Open Price` is read like
 * that of any other program.
 */
export const metatrader4 = csvTable({
  source: 'metatrader4',
  tool: 'MetaTrader 4',
  traits: { money: metatraderMoney('Taxes') },
  columns: {
    positionId: 'Ticket',
    entryTime: 'Open Time',
    side: 'Type',
    qty: 'Size',
    symbol: 'Item',
    entryPrice: 'Price',
    printedStop: 'S / L',
    takeProfit: 'T / P',
    exitTime: 'Close Time',
    exitPrice: 'Price',
    commission: 'Commission',
    taxes: 'Taxes',
    swap: 'Swap',
    profit: 'Profit',
    comment: 'Comment',
  },
  optional: ['printedStop', 'takeProfit', 'commission', 'taxes', 'swap', 'comment'],
  headerMayFollow: true,
  comparable: (name) => name.toLowerCase().replaceAll(/\s/g, ''),
  endsAt(cells) {
    const filled = cells.filter((cell) => cell.trim() !== '');
    return filled.length === 1 && NEXT_SECTION.test(filled[0]!.trim());
  },
  factsIn: metatrader5Facts,
  skip({ side = '', exitTime, profit }) {
    if (side === '') return 'is no trade';
    // A statement also lists deposits, and pending orders such as `buy limit`.
    if (!/^(?:buy|sell)$/i.test(side)) return `is a ${cutText(side, MAX_TYPE_LENGTH).toLowerCase()} row`;
    return exitTime === undefined ? openTrade({ result: profit }) : null;
  },
  trade: ({ printedStop, takeProfit, commission, taxes, swap, profit, comment, ...cells }) => ({
    ...cells,
    ...(isPrice(printedStop) && { printedStop }),
    ...(isPrice(takeProfit) && { takeProfit }),
    profits: [amountIn(profit)],
    costs: [commission, taxes, swap].map((charge) => (charge === undefined ? null : amountIn(charge))),
    tags: metatraderTags(comment),
  }),
});
