import type { Slice } from '../slices/slice.js';
import { SliceMasks } from './slice-masks.js';

const session = (revision: number, id = 's') => ({ workspaceId: 'w', id, revision, tradeCount: null });
const slice = (hour: number, labelRevision: number | null = null): Slice => ({
  filters: { hour: [hour] },
  timezone: 'UTC',
  markets: [],
  labelRevision,
});
const mask = (tradeCount: number) => new Uint8Array(tradeCount);

describe('the cache of masks', () => {
  it('returns a mask only for the same slice of the same revision of the session', () => {
    const masks = new SliceMasks(4_000);
    const kept = mask(10);
    masks.keep(session(1), slice(8), kept);
    expect(masks.find(session(1), slice(8))).toBe(kept);
    for (const [of, other] of [
      [session(2), slice(8)],
      [session(1, 't'), slice(8)],
      [session(1), slice(9)],
      [session(1), slice(8, 1)],
    ] as const)
      expect(masks.find(of, other)).toBeUndefined();
  });

  it('is limited to a quarter of the size of the cache of trades', () => {
    const masks = new SliceMasks(4_000);
    masks.keep(session(1), slice(0), mask(999));
    expect(masks.find(session(1), slice(0))).toBeDefined();
    masks.keep(session(1), slice(1), mask(1));
    expect(masks.find(session(1), slice(0))).toBeUndefined();
    masks.keep(session(1), slice(2), mask(1_000));
    expect(masks.find(session(1), slice(2))).toBeUndefined();
  });
});
