import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type AnswerRow, firstAnswersOf } from './answer-rows.js';

/** What a simulated person does with the trades. */
export interface Person {
  readonly random: () => number;
  /** Share of the trades that win. */
  readonly winRate: number;
  /** The trades as first answered. */
  readonly trades: readonly AnswerRow[];
}

/** Returns the rows of answers after the person has changed some of them. */
type Behaviour = (person: Person) => readonly AnswerRow[];

/** Returns an exponential outcome in units of 1e-8. */
function outcome(random: () => number, winRate: number): number {
  const sign = random() < winRate ? 1 : -1;
  return Math.round(sign * -100 * Math.log(1 - random()) * 1e8) / 1e8;
}

const gone = (row: AnswerRow): AnswerRow => ({ ...row, change: 'gone' });

/** Returns a second look in place of a trade. */
const again = (row: AnswerRow, plNet: number, tries = 0): AnswerRow => ({
  ...row,
  id: `${row.id}-${tries}`,
  plNet,
  look: 'run',
});

const edited = (row: AnswerRow, plNet: number): AnswerRow[] => [
  { ...row, plNet },
  { ...row, change: 'edited' },
];

/** Changes losing trades that are chosen at random. */
const changeLosers =
  (share: number, change: (row: AnswerRow, person: Person) => readonly AnswerRow[]): Behaviour =>
  (person) =>
    person.trades.flatMap((row) => (row.plNet < 0 && person.random() < share ? change(row, person) : [row]));

/** Changes every other losing trade. */
const changeHalf =
  (change: (row: AnswerRow, person: Person) => readonly AnswerRow[]): Behaviour =>
  (person) => {
    const losers = person.trades.filter(({ plNet }) => plNet < 0);
    const chosen = new Set(losers.filter((_, place) => place % 2 === 0));
    return person.trades.flatMap((row) => (chosen.has(row) ? change(row, person) : [row]));
  };

/** Removes, answers again and edits trades, without regard to their results. */
const honest: Behaviour = ({ random, winRate, trades }) =>
  trades.flatMap((row) => {
    const chosen = random();
    if (chosen < 0.05) return [gone(row)];
    if (chosen < 0.1) return [gone(row), again(row, outcome(random, winRate))];
    return chosen < 0.15 ? edited(row, outcome(random, winRate)) : [row];
  });

/** Takes a trade again until it wins. */
function untilWon(row: AnswerRow, { random, winRate }: Person): AnswerRow[] {
  const rows = [gone(row)];
  for (let tries = 0; ; tries += 1) {
    const look = again(row, outcome(random, winRate), tries);
    if (look.plNet > 0) return [...rows, look];
    rows.push(gone(look));
  }
}

/** Adds winning trades in time that was already shown: 15 for every 100 trades. */
const addWinners: Behaviour = ({ random, trades }) => [
  ...trades,
  ...trades.slice(0, Math.round(trades.length * 0.15)).map((row) => again(row, outcome(random, 1))),
];

export const BEHAVIOURS = {
  honest,
  'half of the losers deleted': changeHalf((row) => [gone(row)]),
  'half of the losers taken again until they win': changeHalf(untilWon),
  'a third of the losers edited into winners': changeLosers(1 / 3, (row) => edited(row, -row.plNet)),
  'half of the losers taken again by a coin': changeHalf((row, { random }) => [
    gone(row),
    again(row, outcome(random, 0.5)),
  ]),
  'winners added after looking ahead': addWinners,
} as const satisfies Readonly<Record<string, Behaviour>>;

export type BehaviourName = keyof typeof BEHAVIOURS;

/** Returns the share of simulated persons whose changes help more than chance, with a p value of at most 0.05. */
export function doubtedShare(name: BehaviourName, winRate: number, count: number, persons: number): number {
  let doubted = 0;
  for (let seed = 0; seed < persons; seed += 1) {
    const random = randomOf([seed, count, Math.round(winRate * 1_000)]);
    const trades = Array.from({ length: count }, (_, k): AnswerRow => {
      const times = { entryTime: k, exitTime: k + 1 };
      return { id: `t${String(k).padStart(3, '0')}`, plNet: outcome(random, winRate), ...times };
    });
    const { change, pValue } = firstAnswersOf(BEHAVIOURS[name]({ random, winRate, trades })).changes;
    doubted += Number(change! > 0 && pValue !== null && pValue <= 0.05);
  }
  return doubted / persons;
}

/** Returns numbers in [0, 1). Neighbouring seeds give neighbouring first numbers, so the first ones are left out. */
function randomOf([seed, count, rate]: readonly [number, number, number]): () => number {
  const rng = xoroshiro128plus(seed * 7_919 + count * 104_729 + rate * 1_299_709);
  for (let skipped = 0; skipped < 20; skipped += 1) rng.next();
  return () => (rng.next() >>> 0) / 2 ** 32;
}
