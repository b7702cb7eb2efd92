import { readFileSync } from 'node:fs';
import { numberIn } from '../../../test/support/number-in.js';
import {
  CALCULATION_VERSION,
  calculateStatistics,
} from '../../shared/figures/calculator/calculate-statistics.js';
import { toTradeColumns } from '../../shared/figures/calculator/trade-columns.js';
import { sortTradeColumns, tradeOrder } from '../../shared/figures/calculator/trade-order.js';
import type { Statistics } from './statistics.dto.js';
import { statisticsJson } from './statistics-json.js';

/*
 * The worked example of docs/statistics.md. The tests compute the results of the example and compare them with the
 * document, so that the document shows what the service returns.
 */
const document = readFileSync(new URL('../../../docs/statistics.md', import.meta.url), 'utf8');
const [fieldTables, example] = document.split('## Ideal R')[0]!.split('## Worked example') as [
  string,
  string,
];

const cellsOf = (line: string) => line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim()); // prettier-ignore

/** Returns the rows of the table whose header has these cells. The cells of a row are keyed by the header. */
function table(...names: string[]): Record<string, string>[] {
  const lines = example.split('\n').map(cellsOf);
  const start = lines.findIndex((cells) => names.every((name, column) => cells[column] === name));
  const end = lines.findIndex((cells, i) => i > start && cells.length === 0);
  if (start < 0) throw new Error(`No table ${names.join(', ')}`);
  return lines
    .slice(start + 2, end)
    .map((cells) => Object.fromEntries(cells.map((cell, column) => [lines[start]![column]!, cell])));
}

const setting = (name: string) => Number(example.match(new RegExp(`\`${name}\` (\\d+)`))![1]);
const instant = (text: string) => Date.parse(`2024-01-${text.replace(' ', 'T')}Z`);

const trades = table('#', 'entry').map((row) => ({
  entryTime: instant(row['entry']!),
  exitTime: instant(row['exit']!),
  plGross: numberIn(row['plGross']),
  plNet: numberIn(row['plNet']),
  plPct: numberIn(row['plPct']),
  feesPaid: numberIn(row['feesPaid']),
  rMultiple: row['rMultiple'] === 'none' ? null : numberIn(row['rMultiple']),
}));
const columns = toTradeColumns(trades.toReversed());
const json = statisticsJson(
  calculateStatistics(
    sortTradeColumns(
      columns,
      tradeOrder(columns, () => 0),
    ),
    {
      initialBalance: setting('initialBalance'),
      breakEvenThreshold: setting('breakEvenThreshold'),
    },
  ),
);
const answer = JSON.parse(`${Buffer.concat(json).toString()}}`) as Statistics;
const { calculationVersion, expectancyComponents, equityCurve, plPctDistribution, ...rest } = answer;
const figures = { ...rest, ...expectancyComponents };

describe('docs/statistics.md', () => {
  it('has a worked example with the results that the service computes', () => {
    const documented = table('field', 'arithmetic').map((row) => [
      row['field']!.slice(1, -1),
      numberIn(row['answer']),
    ]);
    expect(Object.fromEntries(documented)).toEqual(figures);
    expect(table('time', 'equity').map((row) => ({ time: instant(row['time']!), equity: numberIn(row['equity']) }))).toEqual(equityCurve); // prettier-ignore
    expect(
      table('from', 'to').map(({ from, to, count }) => ({
        from: numberIn(from),
        to: numberIn(to),
        count: numberIn(count),
      })),
    ).toEqual(plPctDistribution);
  });

  it('states for each trade of the example an outcome that agrees with the counts', () => {
    const kinds = table('#', 'entry').map((row) => row['kind']);
    expect(kinds.filter((kind) => kind === 'win')).toHaveLength(answer.winCount);
    expect(kinds.filter((kind) => kind === 'loss')).toHaveLength(answer.lossCount);
    expect(kinds.filter((kind) => kind === 'break-even')).toHaveLength(answer.breakEvenCount);
  });

  it('defines every field of the response', () => {
    const names = [...Object.keys(answer), ...Object.keys(expectancyComponents)];
    expect(names.filter((name) => !fieldTables.includes(`\`${name}\``))).toEqual([]);
    expect(calculationVersion).toBe(CALCULATION_VERSION);
  });
});
