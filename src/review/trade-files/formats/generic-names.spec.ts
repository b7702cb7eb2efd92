import { genericPlaces } from './generic-names.js';

describe('the columns of a csv', () => {
  it('are the first names of their lists that the header has', () => {
    const places = genericPlaces([
      'Lots',
      'Size',
      'Contract size',
      'Market pos.',
      'Multiplier',
      'Open_Time',
      'Price',
    ]);
    expect(places).toEqual({ qty: 1, pointValue: 4, side: 3, entryTime: 5 });
  });

  it('have currencies, spaces and punctuation in their names', () => {
    const header = [
      'Entry price (USDT)',
      'Closing price EUR',
      'EnteredAt',
      'Closing time (UTC+0)',
      'is_short',
    ];
    expect(genericPlaces(header)).toEqual({
      entryPrice: 0,
      exitPrice: 1,
      entryTime: 2,
      exitTime: 3,
      side: 4,
    });
  });
});
