import { WHOLE_SESSION } from '../router/slice.js';
import { sliceChips } from './slice-names.js';

const SLICE = {
  side: 'short',
  symbol: 'BTCUSDT',
  tag: 'exit:roi',
  weekdays: [1, 2, 3, 7],
  hours: [0, 8, 9, 23],
  span: { from: Date.parse('2024-05-01T00:00:00Z'), to: Date.parse('2024-05-31T23:59:59.999Z') },
} as const;

describe('the chips of a slice', () => {
  it('name each filter, and combine consecutive weekdays and hours', () => {
    expect(sliceChips(SLICE, 'UTC').map(({ text }) => text)).toEqual([
      'short',
      'BTCUSDT',
      'tag exit:roi',
      'opened Mon to Wed, Sun',
      'opened 0:00 to 1:00, 8:00 to 10:00, 23:00 to 24:00',
      'closed 2024-05-01 00:00 to 2024-05-31 23:59:59',
    ]);
  });

  it('remove one filter each; all chips together remove all filters', () => {
    const changes = sliceChips(SLICE, 'UTC').map(({ without }) => without);
    for (const change of changes) expect(Object.keys(change)).toHaveLength(1);
    expect(Object.assign({}, SLICE, ...changes)).toEqual(WHOLE_SESSION);
  });

  it('are absent if the slice is the whole session', () => {
    expect(sliceChips(WHOLE_SESSION, 'UTC')).toEqual([]);
  });
});
