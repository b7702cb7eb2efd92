import { sideColumn, signedQty } from './side-column.js';

describe('a column of sides', () => {
  it('reads words, and 1 and -1 if no cell is 0', () => {
    const read = sideColumn('side', false);
    expect(['Long', 'SELL', 'b', '1', '-1', '1.0', '0', '2', ''].map(read)).toEqual([
      'long',
      'short',
      'long',
      'long',
      'short',
      'long',
      undefined,
      undefined,
      undefined,
    ]);
    expect(['1', '-1', 'long'].map(sideColumn('side', true))).toEqual([undefined, undefined, 'long']);
  });

  it('reads true and false of is_short and is_long', () => {
    expect(['True', 'false', '1', '0', 'x'].map(sideColumn('isshort', true))).toEqual([
      'short',
      'long',
      'short',
      'long',
      undefined,
    ]);
    expect(['True', 'false'].map(sideColumn('islong', false))).toEqual(['long', 'short']);
  });

  it('takes a negative quantity as a short', () => {
    expect(signedQty('short', '-1.5')).toEqual({ side: 'short', qty: '1.5' });
    expect(signedQty(undefined, '-1')).toEqual({ side: 'short', qty: '1' });
    expect(signedQty(undefined, '1')).toEqual({ side: 'long', qty: '1' });
    expect(signedQty('short', '1')).toEqual({ side: 'short', qty: '1' });
    expect(signedQty('long', '-1')).toBeNull();
  });
});
