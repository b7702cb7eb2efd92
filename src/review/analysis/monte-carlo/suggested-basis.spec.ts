import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { suggestedBasis } from './suggested-basis.js';

/**
 * Returns consecutive trades with the given notionals and results. `distances` are the distances of the stops below the
 * entry price, which is 1000.
 */
function tradesOf(notionals: number[], plNet: number, distances?: number[]): AnalysedTrades {
  const trades = analysedTrades(
    notionals.map((notional, i) => ({
      plNet,
      quantity: notional / 1000,
      entryTime: 2 * i,
      exitTime: 2 * i + 1,
    })),
  );
  return { ...trades, stopLoss: Float64Array.from(notionals, (_, i) => 1000 - (distances?.[i] ?? NaN)) };
}

const TEN = Array.from({ length: 10 }, (_, i) => i);

describe('the suggested basis', () => {
  it('is money if all notionals are equal', () => {
    const { basis, spread } = suggestedBasis(tradesOf(TEN.map(() => 500), 10), 1000); // prettier-ignore
    expect([basis, spread!.money, spread!.risk]).toEqual(['money', 0, null]);
    expect(spread!.equity).toBeGreaterThan(0);
  });

  it('is equity if the notional is always the same share of the balance', () => {
    const trades = tradesOf(
      TEN.map((i) => 1000 + 100 * i),
      100,
    );
    expect(suggestedBasis(trades, 1000)).toMatchObject({ basis: 'equity', reason: null });
    expect(suggestedBasis(trades, 1000).spread!.equity).toBe(0);
  });

  it('is risk if the initial risk is always the same share of the balance, even if equity has the same spread', () => {
    const balances = TEN.map((i) => 1000 + 100 * i);
    const distances = TEN.map((i) => 10 + 3 * (i % 4));
    const byRisk = tradesOf(
      balances.map((balance, i) => balance / distances[i]!),
      100,
      distances,
    );
    expect(suggestedBasis(byRisk, 1000)).toMatchObject({ basis: 'risk', spread: { risk: 0 } });
    const both = tradesOf(balances, 100, TEN.map(() => 10)); // prettier-ignore
    expect(suggestedBasis(both, 1000)).toMatchObject({ basis: 'risk', spread: { equity: 0, risk: 0 } });
    const withoutOneStop = tradesOf(balances, 100, TEN.map((i) => (i === 3 ? NaN : 10))); // prettier-ignore
    expect(suggestedBasis(withoutOneStop, 1000)).toMatchObject({ basis: 'equity', spread: { risk: null } });
  });

  it('is money unless another basis has at most half of the spread of money', () => {
    // Balances stay at 1000, so equity spreads exactly like money.
    const trades = tradesOf(TEN.map((i) => 100 * (i + 1)), 0); // prettier-ignore
    const { basis, spread } = suggestedBasis(trades, 1000);
    expect(basis).toBe('money');
    expect(spread!.equity).toBe(spread!.money);
    const halved = TEN.map((i) => 10 * Math.sqrt(i + 1));
    // The risk is proportional to the square root of the notional, so the spread of the risk is half of the spread of
    // the notional.
    const notionals = TEN.map((i) => 100 * (i + 1));
    const distances = notionals.map((notional, i) => (halved[i]! * 100) / notional);
    expect(suggestedBasis(tradesOf(notionals, 0, distances), 1000).basis).toBe('risk');
    const slightlyMore = distances.map((distance, i) => distance * (i === 9 ? 1.02 : 1));
    expect(suggestedBasis(tradesOf(notionals, 0, slightlyMore), 1000).basis).toBe('money');
  });

  it('uses the balance that had been realised before the entry', () => {
    // The second trade opens before the first trade closes, so the balance at both entries is 1000.
    const trades = analysedTrades([
      { plNet: 500, entryTime: 0, exitTime: 10 },
      { plNet: 500, entryTime: 5, exitTime: 20 },
      { plNet: 0, entryTime: 20, exitTime: 30, quantity: 2 },
    ]);
    // ln(1), ln(1) and ln(2000 / 2000)
    expect(suggestedBasis(trades, 1000).spread!.equity).toBe(0);
  });

  it('is null for fewer than 10 trades, although the spread exists for 2 trades or more', () => {
    const few = (count: number) => suggestedBasis(tradesOf(TEN.slice(0, count).map(() => 500), 10), 1000); // prettier-ignore
    expect(few(10).reason).toBeNull();
    expect(few(9)).toMatchObject({ basis: null, reason: 'too-few-trades', spread: { money: 0 } });
    expect(few(2).spread).not.toBeNull();
    for (const count of [0, 1])
      expect(few(count)).toEqual({ basis: null, reason: 'too-few-trades', spread: null, riskPct: null });
    expect(suggestedBasis(WORKED_EXAMPLE, 1000)).toMatchObject({
      reason: 'too-few-trades',
      spread: { money: 0, risk: null },
    });
  });

  it('is null if the balance at an entry is not above 0', () => {
    const lost = suggestedBasis(tradesOf(TEN.map(() => 500), -200), 1000); // prettier-ignore
    expect(lost).toMatchObject({ basis: null, reason: 'equity-not-positive', spread: null });
  });
});

describe('the suggested risk', () => {
  /** Returns consecutive trades without a result, of which some have a stop. */
  const riskOf = (distances: number[], initialBalance = 1000, plNet = 0) => {
    const trades = tradesOf(distances.map(() => 1000), plNet, distances); // prettier-ignore
    const rMultiple = Float64Array.from(distances, (distance) => (distance > 0 ? 1 : NaN));
    return suggestedBasis({ ...trades, rMultiple }, initialBalance).riskPct;
  };

  it('is the median risk at the stop in percent of the balance at the entry, with two significant digits', () => {
    expect(riskOf([10, 30, 20])).toBe(2);
    expect(riskOf([10, 20, 30, 47])).toBe(2.5);
    expect(riskOf([33.3333])).toBe(3.3);
    expect(riskOf([1.2345])).toBe(0.12);
    // The balance is 1000 at the first entry, 900 at the second, 800 at the third.
    expect(riskOf([90, 90, 90], 1000, -100)).toBe(10);
  });

  it('does not count trades without a valid stop, and those whose balance at the entry is not above 0', () => {
    expect(riskOf([10, NaN, -1, 10])).toBe(1);
    expect(riskOf([NaN])).toBeNull();
    expect(riskOf([300, 300, 900], 1000, -500)).toBe(45);
    expect(riskOf([], 1000)).toBeNull();
  });

  it('is at least 0.01 and at most 100', () => {
    expect([riskOf([0.1]), riskOf([0.01]), riskOf([1000]), riskOf([999], 100)]).toEqual([
      0.01, 0.01, 100, 100,
    ]);
  });
});
