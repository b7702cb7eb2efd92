import { solvedMoney } from '../support/money-file.js';
import {
  SIMULATED_KINDS,
  type SimulatedKind,
  type SimulatedMoney,
  simulatedLists,
} from '../support/simulated-money.js';

/*
 * Checks how often the money of simulated lists is taken, asked and refused. The net of each trade is known. Each
 * simulation draws the same lists every time. The shares are printed.
 */

const LISTS = 2000;
const SIZES = [1, 2, 3, 5, 7, 9, 14, 20, 40, 80, 200];
const CHOSEN_LISTS = 220;
const CENTS = 2;
/** Profits of the other lists have 0 to 8 decimals. */
const MOST_DECIMALS = 8;

const MOST_WRONG = 0.002;
const MOST_REFUSED = 0.01;

/** From so many rows on, exact prices and profits in cents are never read wrong. */
const ENOUGH_ROWS = 4;

/** The least and the greatest share of lists with profits in cents that are asked. Other kinds are `RARELY` asked. */
const ASKED: Readonly<Record<string, readonly [number, number]>> = {
  // One to three rows do not show costs that are not listed.
  'futures, fee per lot hidden': [0.1, 0.28],
  'futures, fixed fee hidden': [0.1, 0.28],
  'lots, percent fee hidden': [0.1, 0.28],
  // The rates vary more than the listed costs.
  'JPY cross, fee listed, net': [0.66, 0.8],
  'JPY cross, fee listed, gross': [0.66, 0.8],
  // Nothing in the file says that the profits are converted.
  'account in EUR, not named': [0.8, 0.95],
  'account in EUR, not named, fee listed, gross': [0.97, 1],
  'fewer digits, futures, no costs': [0.05, 0.13],
  'fewer digits, futures, fee listed, net': [0.35, 0.47],
  'fewer digits, futures, fee listed, gross': [0.35, 0.47],
  'fewer digits, spot, percent fee listed, gross': [0.02, 0.07],
};
const RARELY = [0, 0.025] as const;

type Outcome = 'right' | 'wrong' | 'asked' | 'refused';

interface Shares extends Readonly<Record<Outcome, number>> {
  /** Lists of at least `ENOUGH_ROWS` rows that are read wrong. */
  readonly wrongOfMany: number;
}

function outcomeOf({ file, truth, unit }: SimulatedMoney): Outcome {
  const result = solvedMoney(file);
  if (result.answer !== 'taken') return result.answer;
  // The printed profit is within half a unit of the truth, and the stored one within a unit of the printed one.
  const isRight = result.rows.every(
    ({ plNet }, place) =>
      Math.abs(Number(plNet) - truth[place]!) <= 1.5 * unit + 1e-7 * (1 + Math.abs(truth[place]!)),
  );
  return isRight ? 'right' : 'wrong';
}

function sharesOf(kind: SimulatedKind, decimalsOf: (list: number) => number): Shares {
  const next = simulatedLists(kind, SIMULATED_KINDS.indexOf(kind) + 1);
  const counts = { right: 0, wrong: 0, asked: 0, refused: 0, wrongOfMany: 0 };
  for (let list = 0; list < LISTS; list += 1) {
    const size = SIZES[list % SIZES.length]!;
    const outcome = outcomeOf(next(size, decimalsOf(list)));
    counts[outcome] += 1;
    if (outcome === 'wrong' && size >= ENOUGH_ROWS) counts.wrongOfMany += 1;
  }
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, count / LISTS]),
  ) as unknown as Shares;
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

function show(name: string, digits: string, { wrong, asked, refused }: Shares): void {
  const shares = `asked ${percent(asked)}, refused ${percent(refused)}, wrong ${percent(wrong)}`;
  process.stdout.write(`${name} (${digits}): ${shares}\n`);
}

describe.each(SIMULATED_KINDS)('$name', (kind) => {
  it('is right or asked, with profits in cents', () => {
    const shares = sharesOf(kind, () => CENTS);
    show(kind.name, 'cents', shares);
    expect(shares.wrong).toBeLessThanOrEqual(MOST_WRONG);
    expect(shares.refused).toBeLessThanOrEqual(MOST_REFUSED);
    if (!kind.hasFewerDigits) expect(shares.wrongOfMany).toBe(0);
    const [least, most] = ASKED[kind.name] ?? RARELY;
    expect(shares.asked).toBeGreaterThanOrEqual(least);
    expect(shares.asked).toBeLessThanOrEqual(most);
  });

  it('is right or asked, with profits of 0 to 8 decimals', () => {
    const shares = sharesOf(kind, (list) => Math.floor(list / SIZES.length) % (MOST_DECIMALS + 1));
    show(kind.name, '0 to 8 decimals', shares);
    expect(shares.wrong).toBeLessThanOrEqual(MOST_WRONG);
    expect(shares.refused).toBeLessThanOrEqual(MOST_REFUSED);
  });

  it('stores a choice as it was shown', () => {
    const next = simulatedLists(kind, SIMULATED_KINDS.length + SIMULATED_KINDS.indexOf(kind));
    for (let list = 0; list < CHOSEN_LISTS; list += 1) {
      const { file, unit } = next(SIZES[list % SIZES.length]!, CENTS);
      const result = solvedMoney(file);
      for (const { meaning, net } of result.answer === 'asked' ? result.choices : []) {
        const chosen = solvedMoney({ ...file, answers: { profit: meaning } });
        expect(chosen).toMatchObject({ answer: 'taken', meaning });
        const stored = chosen.answer === 'taken' ? chosen.rows : [];
        const total = stored.reduce((sum, { plNet }) => sum + Number(plNet), 0);
        expect(Math.abs(total - Number(net))).toBeLessThanOrEqual(2 * unit * stored.length);
      }
    }
  });
});
