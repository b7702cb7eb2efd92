import type { MoneyTraits } from './raw-trade.js';

/** MetaTrader prints gross profits, and negative numbers for costs that are paid. */
export const METATRADER_MONEY: MoneyTraits = {
  profit: { name: 'Profit', kind: 'gross', place: 0 },
  costColumns: [
    { name: 'Commission', kind: 'fee' },
    { name: 'Fee', kind: 'fee' },
    { name: 'Swap', kind: 'carry' },
  ],
  costSign: 'credit',
};
