import { readFileSync } from 'node:fs';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import { ALL_TASKS } from './all-tasks.js';
import { ANALYSIS_FIGURES } from './analysis-figures.js';
import { explainAnalysis } from './explain-analysis.js';

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly description?: string;
}

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const { paths, components } = JSON.parse(read('openapi.json')) as {
  paths: Record<
    string,
    { get: { responses: { 200: { content: { 'application/json': { schema: Schema } } } } } }
  >;
  components: { schemas: Record<string, Schema> };
};
const { schemas } = components;

/** Returns the schema of the response of an analysis. */
const answerOf = (name: string): Schema =>
  paths[`/sessions/{id}/analysis/${name}`]!.get.responses[200].content['application/json'].schema;

/** Schemas that have one description for several figures. The definition of each of these figures is more specific. */
const OF_SEVERAL = new Set([
  'EstimateDto',
  'MoveBoundsDto',
  'TimingFigureDto',
  'TimingNetDto',
  'EquityFallDto',
  'FindingCountsDto',
  'GapCountsDto',
  'RatioBoundsDto',
  'PercentilesDto',
  'EquityBandDto',
  'WorstBestDto',
]);

/**
 * Returns the numeric fields of a schema with their descriptions. If several figures share a description, it is null.
 */
function numbersIn(name: string, schema: Schema, owner = ''): [string, string | null][] {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference) {
    const target = reference.split('/').at(-1)!;
    return numbersIn(name, schemas[target]!, target);
  }
  // The filters are parameters of the request. They are not figures.
  if (owner === 'SliceFiltersDto') return [];
  if (schema.items) return numbersIn(name, schema.items, owner);
  if (schema.type === 'number' || schema.type === 'integer')
    return [[name, OF_SEVERAL.has(owner) ? null : schema.description!.replaceAll('\n', ' ')]];
  return Object.entries(schema.properties ?? {}).flatMap(([field, each]) =>
    numbersIn(`${name}.${field}`, each, owner),
  );
}

const documented = new Map(
  ALL_TASKS.filter((task) => 'definitions' in task).flatMap(({ name }) => numbersIn(name, answerOf(name))),
);

describe('the figures of the analyses', () => {
  it('are exactly the numeric fields of the responses of the analyses', () => {
    expect([...ANALYSIS_FIGURES.keys()].toSorted()).toEqual([...documented.keys()].toSorted());
    expect(ANALYSIS_FIGURES.size).toBeGreaterThan(200);
  });

  it('are defined as the OpenAPI document describes their fields', () => {
    const others = [...ANALYSIS_FIGURES].filter(([name, { definition }]) => {
      const description = documented.get(name);
      return typeof description === 'string' && !description.startsWith(definition);
    });
    expect(others.map(([name, { definition }]) => [name, definition, documented.get(name)])).toEqual([]);
  });

  it('have the formulas and the units that docs/analysis.md states', () => {
    const rows = tableRows(read('docs/analysis.md'));
    const found = [...ANALYSIS_FIGURES].flatMap(([name, { route, path, formula, unit }]) => {
      const row =
        rows.get(`${route} ${path.at(-2)?.toLowerCase() ?? ''} ${path.at(-1)!}`) ??
        rows.get(`${route}  ${path.at(-1)!}`);
      return row ? [{ name, is: [formula, unit], shown: [row.formula, row.unit || 'number'] }] : [];
    });
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter(({ is, shown }) => is.join() !== shown.join())).toEqual([]);
  });

  it.each([...ANALYSIS_FIGURES])(
    'have a formula, and a definition that does not end with a full stop: %s',
    (_, { definition, formula }) => {
      expect(definition).not.toMatch(/\.$/);
      expect(formula).not.toBe('');
    },
  );
});

/**
 * Returns the rows of the tables that have a formula and a unit, keyed by route, section and field. The anchors of the
 * headings are the routes and the sections.
 */
function tableRows(document: string) {
  const rows = new Map<string, { formula: string; unit: string }>();
  let [route, section, header] = ['', '', ''];
  for (const line of document.split('\n')) {
    const [, level, title] = /^(##+) .* <a id="([\w-]+)"><\/a>$/.exec(line) ?? [];
    if (title) header = '';
    if (title) [route, section] = level === '##' ? [title, ''] : [route, title];
    const [field, formula, unit] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    if (/^(field|figure)$/.test(field ?? '')) header = `${formula} ${unit}`;
    const [, name] = /^`(?:\w+\.)?(\w+)`$/.exec(field ?? '') ?? [];
    if (name && unit !== undefined && header === 'formula unit')
      rows.set(`${route} ${section} ${name}`, { formula: formula!.replaceAll('`', ''), unit });
  }
  return rows;
}

describe('the explanation of a figure of an analysis', () => {
  it('has the definition, the formula, the unit, the value and the source of the figure', () => {
    expect(
      explainAnalysis('risk.returns.sharpe', { reason: null, returns: { sharpe: 1.5 } } as never),
    ).toEqual({
      calculationVersion: CALCULATION_VERSION,
      figure: 'risk.returns.sharpe',
      value: 1.5,
      unit: 'ratio',
      definition: 'Sharpe ratio of daily returns, for 365 days per year',
      formula: '(mean r − f) / standard deviation of r · √365, f = riskFreeRate / 365',
      source: 'Sharpe, "The Sharpe ratio", Journal of Portfolio Management, 1994',
      inputs: [],
      arithmetic: null,
      counted: null,
      excluded: [],
      state: null,
      reason: null,
    });
  });

  it('states when the figure is undefined', () => {
    const undefinedIn = (response: object) => explainAnalysis('risk.returns.bestDay.plNet', response);
    expect(undefinedIn({ returns: { bestDay: null } })).toMatchObject({
      value: null,
      arithmetic: 'undefined: there is no exit',
    });
    expect(undefinedIn({ returns: { bestDay: { plNet: 3 } } })).toMatchObject({ value: 3, arithmetic: null });
  });

  it('has no value for a figure of list elements, or of a part that the response does not have', () => {
    const inList = explainAnalysis('calendar.months.plNet', { months: [{ plNet: 1 }] } as never);
    expect(inList).toMatchObject({ value: null, arithmetic: null });
    expect(explainAnalysis('risk.rolling.sharpe', {})).toMatchObject({ value: null, arithmetic: null });
  });

  it('states the state of the analysis, not the condition for null, if nothing is measured', () => {
    const deferred = { state: 'deferred', reason: 'session-active', actual: { avgR: null } };
    expect(explainAnalysis('exits.actual.avgR', deferred)).toMatchObject({
      value: null,
      arithmetic: null,
      state: 'deferred',
      reason: 'session-active',
      source: 'Definition of this service, docs/analysis.md, exits',
    });
  });
});
