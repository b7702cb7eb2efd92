import { metatrader5Facts } from './metatrader5-facts.js';

describe('the facts in a row of a report of MetaTrader', () => {
  it.each([
    ['Account:;;;12345 (EUR, Broker-Demo, demo, Hedge)', { accountCurrency: 'EUR' }],
    ['Account:;;;12345', {}],
    ['Initial Deposit:;;;10 000.00', { initialBalance: '10 000.00' }],
    ['Deposit:;10 000,50 USD;Currency:;USD', { initialBalance: '10 000,50', accountCurrency: 'USD' }],
    ['Deposit:;none;Currency:;dollars', {}],
    ['Expert:;;Breakout v2', { strategy: 'Breakout v2' }],
    ['Period:;H1 (2023.01.01 - 2023.12.31)', { timeframe: 'H1' }],
    [
      '2025.11.13 01:00:00;1;;balance;;;;;0.00;0.00;0.00;1 000.00;1 000.00;D-77',
      { initialBalance: '1 000.00' },
    ],
    ['Time;Deal;Symbol;Type;Direction;Volume;Profit;Balance;Comment', {}],
    ['Balance:;1 000.00;Equity:;1 000.00', {}],
    ['Currency:', {}],
    ['constructor:;1;__proto__:;2', {}],
    ['', {}],
  ])('are read from "%s"', (row, facts) => {
    expect(metatrader5Facts(row.split(';'))).toEqual(facts);
  });
});
