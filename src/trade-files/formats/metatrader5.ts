import { csvTable } from './csv-table.js';

/** Matches the sections of a report that come after the positions. */
const NEXT_SECTION = /^(?:orders|open positions|working orders|deals|results)$/i;

const NO_TRADE =
  /^(?:balance|credit|bonus|correction|charge|deposit|withdrawal|commission|interest|dividend|tax)/i;

/**
 * The positions of a trade history report. Two columns are named time and two are named price: the first is of the
 * entry, the second of the exit. `S / L` is ignored, because it is the last stop instead of the initial stop.
 */
export const metatrader5 = csvTable({
  source: 'metatrader5',
  traits: { profit: 'gross', contracts: true },
  columns: {
    position: 'Position',
    symbol: 'Symbol',
    side: 'Type',
    qty: 'Volume',
    entryTime: 'Time',
    exitTime: 'Time',
    entryPrice: 'Price',
    exitPrice: 'Price',
    profit: 'Profit',
    takeProfit: 'T / P',
    commission: 'Commission',
    fee: 'Fee',
    swap: 'Swap',
  },
  optional: ['commission', 'fee', 'swap'],
  mayBeEmpty: ['position', 'takeProfit'],
  wanted: 'Time, Position, Symbol, Type, Volume, Price, S / L, T / P, Time, Price, Commission, Swap, Profit',
  headerMayFollow: true,
  comparable: (name) => name.toLowerCase().replaceAll(/\s/g, ''),
  endsAt(cells) {
    const filled = cells.filter((cell) => cell.trim() !== '');
    return filled.length === 1 && NEXT_SECTION.test(filled[0]!.trim());
  },
  skip({ side = '', symbol, exitTime }) {
    if (NO_TRADE.test(side)) return `is a ${side.toLowerCase()} row`;
    if (side === '' && symbol === undefined) return 'is no trade';
    return exitTime === undefined ? 'the trade is open' : null;
  },
  trade: ({ takeProfit, commission, fee, swap, ...cells }) => ({
    ...cells,
    // A target of 0 means that there is no target.
    ...(takeProfit !== undefined && /[1-9]/.test(takeProfit) && { takeProfit }),
    charges: [commission, fee, swap].filter((charge) => charge !== undefined),
  }),
});
