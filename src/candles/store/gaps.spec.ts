import { ASK_AGAIN_AFTER_MS, gapsAfter } from './gaps.js';

const NOW = 1_000_000_000;
const EARLY = NOW - ASK_AGAIN_AFTER_MS + 1;
const DUE = NOW - ASK_AGAIN_AFTER_MS;

type Gap = [startTs: number, endTs: number, askedAt: number, settled: boolean];
type Ends = [start: number, end: number];

const gap = ([startTs, endTs, askedAt, settled]: Gap) => ({
  startTs,
  endTs,
  askedAt,
  settled,
  proven: true,
});
const span = ([start, end]: Ends) => ({ start, end });

describe('gapsAfter', () => {
  const table: [name: string, known: Gap[], answered: Ends, missing: Ends[], expected: Gap[]][] = [
    ['a new gap is open', [], [0, 100], [[20, 30]], [[20, 30, NOW, false]]],
    ['a response without a gap adds no gap', [], [0, 100], [], []],
    ['a due gap is settled', [[20, 30, DUE, false]], [20, 30], [[20, 30]], [[20, 30, DUE, true]]],
    ['a gap that is requested again too early stays open', [[20, 30, EARLY, false]], [0, 100], [[20, 30]], [[20, 30, EARLY, false]]],
    ['a settled gap stays settled', [[20, 30, DUE, true]], [0, 100], [[20, 30]], [[20, 30, DUE, true]]],
    ['a filled gap is removed', [[20, 30, DUE, false]], [20, 30], [], []],
    ['a gap that is filled in part becomes shorter', [[20, 30, DUE, false]], [20, 30], [[25, 30]], [[25, 30, DUE, true]]],
    ['the part of a gap outside the response does not change', [[20, 40, DUE, false]], [30, 50], [[30, 50]], [[20, 30, DUE, false], [30, 40, DUE, true], [40, 50, NOW, false]]],
    ['the parts of a gap on both sides of the response do not change', [[0, 90, DUE, false]], [30, 60], [], [[0, 30, DUE, false], [60, 90, DUE, false]]],
    ['a known gap that has become longer is open in its new parts', [[20, 30, DUE, true]], [0, 100], [[10, 40]], [[20, 30, DUE, true], [10, 20, NOW, false], [30, 40, NOW, false]]],
  ]; // prettier-ignore
  for (const [name, known, answered, missing, expected] of table) {
    it(name, () => {
      expect(gapsAfter(known.map(gap), span(answered), missing.map(span), NOW)).toEqual(expected.map(gap));
    });
  }

  it('only the requested part of a gap without proof is proven', () => {
    const known = { ...gap([0, 90, DUE, true]), proven: false };
    expect(gapsAfter([known], span([30, 60]), [span([30, 50])], NOW)).toEqual([
      { ...gap([0, 30, DUE, true]), proven: false },
      { ...gap([60, 90, DUE, true]), proven: false },
      gap([30, 50, DUE, true]),
    ]);
  });
});
