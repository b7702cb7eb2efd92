import { findingNames, findingSentence } from './findings.js';
import type { Findings } from './findings-by-trade.js';

const finding = (fields: object): Findings[number] => ({
  kind: 'impossible',
  fill: 'entry',
  certainty: 'certain',
  time: 0,
  price: 101,
  low: 90,
  high: 100.5,
  open: 95,
  favourable: null,
  money: null,
  ...fields,
});

describe('the names of findings', () => {
  it('name each kind once, and mark findings that are only possible', () => {
    const findings = [
      finding({}),
      finding({ fill: 'exit' }),
      finding({ kind: 'stop-touched', fill: 'exit', certainty: 'possible' }),
    ];
    expect(findingNames(findings)).toEqual(['impossible price', 'possible: stop reached earlier']);
  });
});

describe('the sentence of a finding', () => {
  it.each([
    [{}, 'The entry at 101 is outside the prices of its candles, 90 to 100.5.'],
    [{ kind: 'no-volume', fill: 'exit' }, 'Nothing traded in the candles of the exit at 101.'],
    [{ kind: 'over-volume' }, 'The entry takes more than everything that traded in its candles.'],
    [{ kind: 'stop-touched', price: 95 }, 'The price had reached the stop at 95 before the exit.'],
    [
      { kind: 'stop-touched', price: 95, certainty: 'possible' },
      'The price may have reached the stop at 95 before the exit.',
    ],
    [{ kind: 'gap' }, 'The exit is at the stop, but the candle opened beyond it at 95.'],
    [
      { kind: 'gap', certainty: 'possible' },
      'The exit is at the stop, but the candle may have opened beyond it at 95.',
    ],
    [{ kind: 'target-touched', price: 110 }, 'The price had passed the target at 110 before the exit.'],
  ])('describes the event: %j', (fields, sentence) => {
    expect(findingSentence(finding(fields))).toBe(sentence);
  });
});
