import { meantNumber, pointValueAnswer } from './money-texts.js';

describe('the texts of money', () => {
  it('have no binary noise', () => {
    expect([19.580000000000002, 0.1 + 0.2, -4.785, 1e-7, 100, 123456789.12].map(meantNumber)).toEqual([
      '19.58',
      '0.3',
      '-4.785',
      '1e-7',
      '100',
      '123456789.12',
    ]);
  });

  it('are point values of all symbols, or by symbol', () => {
    expect(pointValueAnswer('50')).toBe('50');
    expect(pointValueAnswer('ES:50, CME:NQ:0.5')).toEqual(
      new Map([
        ['ES', '50'],
        ['CME:NQ', '0.5'],
      ]),
    );
    expect(
      ['', '0', '-1', 'ES', 'ES:', ':50', 'ES:0', 'ES:1,ES:2', 'ES:5,', 'x:y'].map(pointValueAnswer),
    ).toEqual(Array(10).fill(null));
  });
});
