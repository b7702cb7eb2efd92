import { readFileSync } from 'node:fs';
import { AVERAGES_AND_RATIOS } from './averages-and-ratios.js';
import { COUNTS_AND_RESULTS } from './counts-and-results.js';
import { DRAWDOWN } from './drawdown.js';
import { EXPECTANCY_COMPONENTS } from './expectancy-components.js';
import { type FigureDefinition, plainFormula } from './figure-definition.js';
import { FIGURES } from './figures.js';
import { IDEAL_R } from './ideal-r.js';
import { STREAKS_AND_PERCENTAGES } from './streaks-and-percentages.js';
import { TIME } from './time.js';

const document = readFileSync(new URL('../../../../docs/statistics.md', import.meta.url), 'utf8');

const HEADER = ['field', 'definition', 'formula', 'unit', 'undefined when'];

/** Returns the rows of all tables in a section, each as a list of cells. */
function rowsOf(section: string): string[][] {
  const text = document.split(`\n## ${section}\n`)[1]!.split('\n## ')[0]!;
  const lines = text.split('\n').map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return lines.flatMap((cells, at) => {
    if (cells.join() !== HEADER.join()) return [];
    const end = lines.findIndex((others, i) => i > at && others.length === 0);
    return lines.slice(at + 2, end);
  });
}

const escaped = (text: string) => text.replaceAll('|', '\\|');

const check = (section: string, figures: Readonly<Record<string, FigureDefinition>>) =>
  expect(rowsOf(section)).toEqual(
    Object.entries(figures).map(([name, { definition, formula, unit, undefinedWhen }]) =>
      [`\`${name}\``, definition, plainFormula(formula), unit, undefinedWhen ?? ''].map(escaped),
    ),
  );

describe('docs/statistics.md', () => {
  it('defines every figure as the code does', () => {
    check('Counts and results', COUNTS_AND_RESULTS);
    check('Averages, ratios, expectancy', { ...AVERAGES_AND_RATIOS, ...EXPECTANCY_COMPONENTS });
    check('Time', TIME);
    check('Streaks and percentages', STREAKS_AND_PERCENTAGES);
    check('Equity and drawdown', DRAWDOWN);
    check('Ideal R', IDEAL_R);
  });
});

// An explanation shows only the definition of its own figure, without the other rows of the table.
it.each(Object.entries(FIGURES))(
  'the definition of %s does not refer to another row',
  (_, { definition }) => {
    expect(definition).not.toMatch(/\bthe same\b|^(their|its|these|those)\b/i);
  },
);
