import { generatedMinutes } from './generated-minutes.js';

const FROM = Date.UTC(2025, 0, 1);
const TO = FROM + 2 * 86_400_000;

describe('generated minutes', () => {
  const bars = generatedMinutes(7, 94_000, FROM, TO);

  it('cover the span without a gap, and each opens where the previous minute closed', () => {
    expect(bars.map(({ ts }) => ts)).toEqual(Array.from({ length: 2880 }, (_, i) => FROM + i * 60_000));
    expect(bars.slice(1).map(({ open }) => open)).toEqual(bars.slice(0, -1).map(({ close }) => close));
  });

  it('are valid bars: prices and volume are positive, and open and close lie between low and high', () => {
    for (const { open, high, low, close, volume } of bars) {
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
      expect(Math.min(low, volume)).toBeGreaterThan(0);
    }
  });

  it('stay within a plausible range for two days', () => {
    for (const { high, low } of bars) {
      expect(high).toBeLessThan(94_000 * 1.2);
      expect(low).toBeGreaterThan(94_000 * 0.8);
    }
  });

  it('depend only on the seed', () => {
    expect(generatedMinutes(7, 94_000, FROM, TO)).toEqual(bars);
    expect(generatedMinutes(8, 94_000, FROM, TO)).not.toEqual(bars);
  });
});
