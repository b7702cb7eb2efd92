import { amountIn, isEmptyCell, isEmptyLevel, isSkippedWord, repeatsHeader } from './cell-words.js';
import { comparedName, currencyInName, hasOtherUnit, namesOtherUnit } from './column-names.js';
import { currenciesOfPair } from './currencies.js';
import { moneyColumnsIn } from './money-columns.js';
import { ProfitCells, chosenProfit } from './profit-cells.js';

const kindOf = (name: string) => moneyColumnsIn([name]).profits[0]?.kind ?? null;
const costsIn = (header: readonly string[]) => moneyColumnsIn(header).costs.map(({ name }) => name);

describe('the columns of money', () => {
  it.each([
    ['Net Profit', 'net'],
    ['net_pnl', 'net'],
    ['Net P&L USD', 'net'],
    ['plNet', 'net'],
    ['Net profit/loss', 'net'],
    ['Profit net (€)', 'net'],
    ['NET RESULT', 'net'],
    ['net', 'net'],
    ['Gross P/L', 'gross'],
    ['profit gross', 'gross'],
    ['Profit', 'unknown'],
    ['PnL', 'unknown'],
    ['Realized P&L', 'unknown'],
    ['Realised PL', 'unknown'],
    ['Closed trade P/L', 'unknown'],
    ['profit_abs', 'unknown'],
    ['Profit/Loss', 'unknown'],
    ['P&L ($)', 'unknown'],
    ['profit USDT', 'unknown'],
    ['Result', 'unknown'],
    ['Gain', 'unknown'],
    ['Net P&L %', null],
    ['Profit (R)', null],
    ['Profit [pips]', null],
    ['Profit (ticks)', null],
    ['Cum. net profit', null],
    ['Cumulative P&L', null],
    ['profit_ratio', null],
    ['entryPrice', null],
    ['Place', null],
  ])('%s is a profit of the kind %s', (name, kind) => {
    expect(kindOf(name)).toBe(kind);
  });

  it('are chosen net before gross before unknown, and need numbers that are money', () => {
    const header = ['profit', 'gross profit', 'net profit', 'result'];
    const { profits } = moneyColumnsIn(header);
    expect(profits.map(({ name }) => name)).toEqual(['net profit', 'gross profit', 'profit', 'result']);
    const chosen = (cells: Readonly<Record<string, readonly string[]>>) => {
      const { profit, gross } = chosenProfit(profits, ({ name }) => {
        const seen = new ProfitCells();
        for (const cell of cells[name] ?? []) seen.see(cell, (text) => /^-?[\d.]+$/.test(text));
        return seen.isMoney;
      });
      return [profit?.name, gross?.name];
    };
    expect(chosen({ 'net profit': ['1.00 USD'], 'gross profit': ['2'] })).toEqual([
      'net profit',
      'gross profit',
    ]);
    expect(chosen({ 'net profit': ['1R', '2'], profit: ['3'] })).toEqual(['profit', undefined]);
    expect(chosen({ 'net profit': ['win', ''], 'gross profit': ['3'] })).toEqual(['gross profit', undefined]);
    expect(chosen({ 'net profit': ['12 %'] })).toEqual([undefined, undefined]);
  });

  it('list costs once', () => {
    expect(costsIn(['Commission', 'Swap', 'Taxes', 'fee rate', 'Fee %'])).toEqual([
      'Commission',
      'Taxes',
      'Swap',
    ]);
    expect(costsIn(['Entry Fees', 'Exit Fees'])).toEqual(['Entry Fees', 'Exit Fees']);
    expect(costsIn(['commission', 'total fees', 'funding'])).toEqual(['total fees', 'funding']);
    expect(costsIn(['feesPaid', 'comm', 'charges', 'rollover'])).toEqual([
      'feesPaid',
      'comm',
      'charges',
      'rollover',
    ]);
  });

  it('show the currency of costs', () => {
    const currencies = moneyColumnsIn(['Fee BNB', 'Commission EUR', 'Fees']).costs.map(
      ({ currency }) => currency,
    );
    expect(currencies).toEqual(['BNB', 'EUR', undefined]);
    expect(moneyColumnsIn(['fee', 'fee coin', 'commission asset']).costCurrencies).toEqual([1, 2]);
    expect(moneyColumnsIn(['Currency', 'profit']).currencies).toEqual([0]);
  });

  it('show columns of types and states, and rates that are no costs', () => {
    expect(moneyColumnsIn(['type', 'status', 'x']).states).toEqual([0, 1]);
    expect(moneyColumnsIn(['Commission %', 'fee', 'Profit %']).rates).toEqual(['Commission %']);
  });
});

describe('names and cells', () => {
  it('are compared without case, punctuation and currencies', () => {
    expect(['Entry Price (USD)', 'entry_price', 'Entry price €'].map(comparedName)).toEqual(
      Array(3).fill('entryprice'),
    );
    expect(['Net P&L EUR', 'Profit ($)', 'Profit', 'Price NONE'].map(currencyInName)).toEqual([
      'EUR',
      'USD',
      undefined,
      undefined,
    ]);
  });

  it('name other units', () => {
    expect(['Profit %', 'P/L (pips)', 'Gain [R]'].every(namesOtherUnit)).toBe(true);
    expect(['Profit (EUR)', 'Error', 'points table'].some(namesOtherUnit)).toBe(false);
    expect(['1.5R', '-3 pips', '12%', '4 ticks', '2 points'].every(hasOtherUnit)).toBe(true);
    expect(['1.5', '20.00 EUR', '($204.50)', 'R', '1e-7'].some(hasOtherUnit)).toBe(false);
  });

  it('are empty by several words', () => {
    expect(['', ' ', '-', '–', '—', 'NaN', 'None', 'null', 'N/A'].every(isEmptyCell)).toBe(true);
    expect(['0', '-1', 'x'].some(isEmptyCell)).toBe(false);
    expect(['0', '0.00', 'nan'].every(isEmptyLevel)).toBe(true);
    expect(isEmptyLevel('0.01')).toBe(false);
  });

  it('are amounts without currencies, negative in brackets', () => {
    expect(
      ['20.00 USD', 'USD -20', '($204.50)', '(12.5 EUR)', '1e5', '40.00-', 'abc 5'].map(amountIn),
    ).toEqual(['20.00', '-20', '-$204.50', '-12.5', '1e5', '40.00-', 'abc 5']);
  });

  it('say that a row is no closed trade', () => {
    expect(['Open', 'TOTAL', 'balance', 'Deposit'].every(isSkippedWord)).toBe(true);
    expect(['Buy', 'Opened', 'long', ''].some(isSkippedWord)).toBe(false);
    expect(repeatsHeader(['Symbol ', 'QTY'], ['symbol', 'qty'])).toBe(true);
    expect(repeatsHeader(['symbol', '1'], ['symbol', 'qty'])).toBe(false);
    expect(repeatsHeader(['symbol'], ['symbol', 'qty'])).toBe(false);
  });

  it('show the currencies of a pair', () => {
    expect(['EURJPY', 'FX:EUR/JPY', 'eurjpy.pro', 'XAUUSD'].map(currenciesOfPair)).toEqual([
      ['EUR', 'JPY'],
      ['EUR', 'JPY'],
      ['EUR', 'JPY'],
      ['XAU', 'USD'],
    ]);
    expect(['BTCUSDT', 'ES', 'AAPL', 'MSFTUS', 'ETHUSD'].map(currenciesOfPair)).toEqual(Array(5).fill(null));
  });
});
