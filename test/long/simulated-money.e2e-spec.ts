import { solveMoney } from '../../src/review/trade-files/money/solve-money.js';
import {
  SIMULATED_KINDS,
  type SimulatedKind,
  type SimulatedMoney,
  simulatedLists,
} from '../support/simulated-money.js';

const SIZES = [1, 2, 3, 5, 9, 30, 200];
const LISTS = Number(process.env['LISTS'] ?? 2000);

type Outcome = 'right' | 'wrong' | 'asked' | 'refused';

function outcomeOf({ file, truth, unit }: SimulatedMoney): Outcome {
  const result = solveMoney(file);
  if (result.answer !== 'taken') return result.answer;
  const isRight = result.rows.every(({ plNet }, place) => {
    const net = truth[place]!;
    return Math.abs(Number(plNet) - net) <= 1.51 * unit + 1e-7 * Math.abs(net);
  });
  return isRight ? 'right' : 'wrong';
}

function run(kind: SimulatedKind, decimalsOf: (i: number) => number) {
  const lists = simulatedLists(kind, 7);
  const counts: Record<Outcome, number> = { right: 0, wrong: 0, asked: 0, refused: 0 };
  let wrongOfMany = 0;
  for (let i = 0; i < LISTS; i++) {
    const size = SIZES[i % SIZES.length]!;
    const list = lists(size, decimalsOf(i));
    const outcome = outcomeOf(list);
    counts[outcome] += 1;
    if (outcome === 'wrong') {
      if (size >= 4) wrongOfMany += 1;
      if (process.env['SHOW']) {
        const r = solveMoney(list.file) as any;
        process.stdout.write(
          JSON.stringify([
            kind.name,
            size,
            r.meaning,
            r.model,
            r.rows.slice(0, 3),
            list.truth.slice(0, 3),
            list.file.rows.slice(0, 3),
          ]) + '\n',
        );
      }
    }
    if (outcome === 'refused' && process.env['SHOW'])
      process.stdout.write(JSON.stringify([kind.name, size, list.file.rows.slice(0, 3)]) + '\n');
  }
  return { ...counts, wrongOfMany };
}

describe('simulated', () => {
  it.each(SIMULATED_KINDS)('$name', (kind) => {
    const cents = run(kind, () => 2);
    const other = run(kind, (i) => Math.floor(i / 7) % 9);
    process.stdout.write(
      `${kind.name.padEnd(48)} ${JSON.stringify(Object.values(cents))} ${JSON.stringify(Object.values(other))}\n`,
    );
  });
});
