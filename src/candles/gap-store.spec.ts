import { ASK_AGAIN_AFTER_MS, gapsAfter } from './gap-store.js';

const NOW = 1_000_000_000;
const EARLY = NOW - ASK_AGAIN_AFTER_MS + 1;
const DUE = NOW - ASK_AGAIN_AFTER_MS;

type Gap = [startTs: number, endTs: number, askedAt: number, settled: boolean];
type Ends = [start: number, end: number];

const gap = ([startTs, endTs, askedAt, settled]: Gap) => ({ startTs, endTs, askedAt, settled });
const span = ([start, end]: Ends) => ({ start, end });

describe('gaps after the venue was asked', () => {
  const table: [name: string, known: Gap[], asked: Ends, missing: Ends[], expected: Gap[]][] = [
    ['a new one is open', [], [0, 100], [[20, 30]], [[20, 30, NOW, false]]],
    ['none where there is none', [], [0, 100], [], []],
    ['one that was due is settled', [[20, 30, DUE, false]], [20, 30], [[20, 30]], [[20, 30, DUE, true]]],
    ['one asked again too early stays open', [[20, 30, EARLY, false]], [0, 100], [[20, 30]], [[20, 30, EARLY, false]]],
    ['a settled one stays settled', [[20, 30, DUE, true]], [0, 100], [[20, 30]], [[20, 30, DUE, true]]],
    ['a filled one is forgotten', [[20, 30, DUE, false]], [20, 30], [], []],
    ['one filled in part is shorter', [[20, 30, DUE, false]], [20, 30], [[25, 30]], [[25, 30, DUE, true]]],
    ['what was not asked stays as it was', [[20, 40, DUE, false]], [30, 50], [[30, 50]], [[20, 30, DUE, false], [30, 40, DUE, true], [40, 50, NOW, false]]],
    ['what lies on both sides too', [[0, 90, DUE, false]], [30, 60], [], [[0, 30, DUE, false], [60, 90, DUE, false]]],
    ['a longer one than was known is new in its new part', [[20, 30, DUE, true]], [0, 100], [[10, 40]], [[20, 30, DUE, true], [10, 20, NOW, false], [30, 40, NOW, false]]],
  ]; // prettier-ignore
  for (const [name, known, asked, missing, expected] of table) {
    it(name, () => {
      expect(gapsAfter(known.map(gap), span(asked), missing.map(span), NOW)).toEqual(expected.map(gap));
    });
  }
});
