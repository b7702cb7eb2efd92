import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { crossValidation } from '../../src/review/analysis/overfitting/cross-validation.js';
import { superiorAbility } from '../../src/review/analysis/overfitting/superior-ability.js';
import { JudgedTries } from '../../src/review/selection/tries/judge-tries.js';
import type { DailyFigures } from '../../src/review/selection/tries/known-try.js';
import { normalQuantile } from '../../src/shared/figures/probability/normal.js';

/* Checks how often the measures find skill if no try has skill. Each simulation draws the same numbers every time. */

/** Returns a function that draws standard normal values. */
function normals(seed: number): () => number {
  const rng = xoroshiro128plus(seed);
  return () => normalQuantile(((rng.next() >>> 0) + 0.5) / 2 ** 32);
}

type Draw = (next: () => number) => number;

/**
 * Three kinds of daily returns: standard normal values, values of Student's t with 5 degrees of freedom, and normal
 * values on 40 % of the days.
 */
const RETURNS: Readonly<Record<string, Draw>> = {
  normal: (next) => next(),
  'of a t distribution': (next) => {
    const value = next();
    let squares = 0;
    for (let i = 0; i < 5; i++) squares += next() ** 2;
    return value / Math.sqrt(squares / 5);
  },
  'on 40 % of the days': (next) => (next() < normalQuantile(0.4) ? next() : 0),
};

const panelOf = (sessions: number, days: number, draw: Draw, next: () => number): Float64Array[] =>
  Array.from({ length: sessions }, () => Float64Array.from({ length: days }, () => draw(next) / 100));

/** Returns daily returns that are correlated with each other. */
function correlated(panel: readonly Float64Array[], correlation: number, next: () => number): Float64Array[] {
  const shared = Float64Array.from(panel[0]!, () => next() / 100);
  const [common, own] = [Math.sqrt(correlation), Math.sqrt(1 - correlation)];
  return panel.map((column) => column.map((value, day) => common * shared[day]! + own * value));
}

function dailyFigures(values: Float64Array): DailyFigures {
  const days = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / days;
  const moment = (power: number) => values.reduce((sum, value) => sum + (value - mean) ** power, 0) / days;
  const variance = moment(2);
  return {
    days,
    tradingDays: values.filter((value) => value !== 0).length,
    sharpePerDay: mean / Math.sqrt((variance * days) / (days - 1)),
    skewness: moment(3) / variance ** 1.5,
    kurtosis: moment(4) / variance ** 2,
  };
}

function judged(panel: readonly Float64Array[]): JudgedTries {
  const figures = panel.map(dailyFigures);
  return new JudgedTries({
    count: panel.length,
    hasEnded: () => false,
    tradesOf: (place) => place,
    figuresOf: (place) => figures[place]!,
  });
}

const isAnyAboveTheBar = (panel: readonly Float64Array[]): boolean => {
  const tries = judged(panel);
  return panel.some((_, place) => tries.judge(place, 0.95).verdict === 'above-the-bar');
};

async function isAnySmall(panel: readonly Float64Array[]): Promise<boolean> {
  return (await judged(panel).adjusted()).holm.some((pValue) => pValue <= 0.05);
}

/** Returns the share of the simulations in which something happens. */
async function shareOf(
  simulations: number,
  seed: number,
  happens: (next: () => number) => boolean | Promise<boolean>,
): Promise<number> {
  const next = normals(seed);
  let count = 0;
  for (let i = 0; i < simulations; i++) count += Number(await happens(next));
  return count / simulations;
}

describe('tries without skill', () => {
  const studies = 2_000;

  it.each(Object.entries(RETURNS))('are rarely above the bar that luck sets: returns %s', async (_, draw) => {
    const share = await shareOf(studies, 1, (next) => isAnyAboveTheBar(panelOf(10, 250, draw, next)));
    expect(share).toBeLessThanOrEqual(0.055);
  });

  it('are rarely above the bar that luck sets if they resemble each other', async () => {
    const share = await shareOf(studies, 2, (next) =>
      isAnyAboveTheBar(correlated(panelOf(10, 250, RETURNS['normal']!, next), 0.9, next)),
    );
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThanOrEqual(0.055);
  });

  it.each(Object.entries(RETURNS))(
    'rarely have a small p value after the correction of Holm: returns %s',
    async (_, draw) => {
      const share = await shareOf(studies, 3, (next) => isAnySmall(panelOf(10, 250, draw, next)));
      expect(share).toBeLessThanOrEqual(0.055);
    },
  );
});

describe('panels without skill', () => {
  it('have a probability of overfitting of one half on average', () => {
    const next = normals(4);
    const panels = 400;
    let sum = 0;
    for (let i = 0; i < panels; i++)
      sum += crossValidation(panelOf(10, 60, RETURNS['normal']!, next), 10).pbo;
    expect(Math.abs(sum / panels - 0.5)).toBeLessThan(0.05);
  });

  it('rarely have a small p value of superior ability', async () => {
    const share = await shareOf(500, 5, (next) => {
      const panel = panelOf(10, 60, RETURNS['normal']!, next);
      return superiorAbility(panel, { paths: 200, seed: 0 }).pValue <= 0.05;
    });
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThanOrEqual(0.08);
  });
});
