import { CALCULATED_FIGURES } from '../../../src/shared/figures/definitions/figures.js';
import { PANEL_GROUPS, REQUESTS } from './analyses.js';
import { FIGURE_GROUPS } from './figures/figure-groups.js';

describe('the analyses of the sheet', () => {
  it('request each field once', () => {
    const fields = REQUESTS.map(([field]) => field);
    expect(new Set(fields).size).toBe(fields.length);
  });

  it('are requested in the order of their turns, without an equal turn of two analyses', () => {
    const turns = REQUESTS.map(([, { turn, path }]) => ({ turn, path }));
    expect(turns).toEqual(turns.toSorted((one, other) => one.turn - other.turn));
    const paths = new Set(turns.map(({ path }) => path));
    expect(new Set(turns.map(({ turn }) => turn)).size).toBe(paths.size);
  });
});

describe('the panels of the sheet', () => {
  const panels = PANEL_GROUPS.flatMap(({ rows }) => rows.flat());

  it('are in one group each', () => {
    const ids = panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are loaded after the first view, except those that the page and the report bring themselves', () => {
    const own = panels.filter(({ load }) => !load).map(({ id }) => id);
    expect(own).toEqual(['equity', 'evidence', 'candles', 'trades']);
  });
});

it('the groups of the figures name each figure once', () => {
  expect(FIGURE_GROUPS.flatMap(({ names }) => names).toSorted()).toEqual(
    Object.keys(CALCULATED_FIGURES).toSorted(),
  );
});
