import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { type TestApp, startTestApp } from './support/app.js';
import { aSessionWith, aTrade, statsOf } from './support/factories.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const secondsOf = (duration: string): number => {
  expect(duration).toMatch(/^\d+s$/);
  return parseInt(duration, 10);
};

const textOf = (file: string) => readFileSync(file, 'utf8');
const { groups } = load(textOf('deploy/monitoring/alerts.yaml')) as {
  groups: { interval: string; rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(textOf('deploy/monitoring/dashboard.json')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
};

/** Labels that Prometheus adds to every metric of a target. */
const OF_TARGETS = ['job', 'instance'];
const KEYWORDS = new Set(['by', 'or', 'and', 'unless', 'without', 'on', 'ignoring', 'bool', 'offset']);

/**
 * Returns the metrics that a PromQL expression reads, each with the labels in its filters. Also returns the labels by
 * which the expression groups.
 */
function partsOf(expr: string) {
  const grouped = [...expr.matchAll(/\b(?:by|without|on|ignoring) \(([^)]*)\)/g)].flatMap(([, names]) =>
    names!.split(',').map((name) => name.trim()),
  );
  // The names in the rest of the expression are metrics with their filters, functions before a parenthesis, or
  // keywords.
  const bare = expr
    .replaceAll(/\b(?:by|without|on|ignoring) \([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\s+\(/g, '(');
  const metrics = [...bare.matchAll(/\b([a-z_:][\w:]*)(\{[^}]*\})?/g)].flatMap(([, name, filter = '']) =>
    KEYWORDS.has(name!) || new RegExp(`\\b${name}\\(`).test(bare)
      ? []
      : [{ name: name!, labels: [...filter.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!) }],
  );
  return { metrics, grouped };
}

let t: TestApp;
/** The labels of each metric that the service exposes. */
let exposed: Map<string, Set<string>>;
beforeAll(async () => {
  // The metrics of Redis are exposed whether or not it responds.
  t = await startTestApp({ REDIS_URL: 'redis://127.0.0.1:1' });
  await statsOf(t.call, await aSessionWith(t.call, [aTrade()]));
  const { text } = await t.call.get('/metrics').expect(200);
  exposed = new Map([['up', new Set()]]);
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? /gm)) {
    const known = exposed.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    exposed.set(name, known);
  }
});
afterAll(() => t.close());

/** Returns the parts of an expression that the service does not expose. */
function unknownIn(expr: string): string[] {
  const { metrics, grouped } = partsOf(expr);
  if (metrics.length === 0) return [`no metric in ${expr}`];
  const all = new Set<string>(OF_TARGETS);
  const unknown = metrics.flatMap(({ name, labels }) => {
    const known = exposed.get(name);
    if (!known) return [name];
    for (const label of known) all.add(label);
    return labels
      .filter((label) => !known.has(label) && !OF_TARGETS.includes(label))
      .map((label) => `${name}{${label}}`);
  });
  return [...unknown, ...grouped.filter((label) => !all.has(label))];
}

describe('the check of expressions', () => {
  it.each([
    ['rate(http_request_duration_seconds_count{status="1"}[5m]) > 1e6', []],
    ['sum by (route) (http_request_duration_seconds_count)', []],
    ['sum by (nothing) (http_request_duration_seconds_count)', ['nothing']],
    ['rate(http_requests_total[5m]) / up', ['http_requests_total']],
    [
      'database_pool_waiting{state="busy"} or database_pool_connections{state="busy"}',
      ['database_pool_waiting{state}'],
    ],
    ['histogram_quantile(0.9, sum by (le) (rate(http_request_duration_seconds_bucket[5m])))', []],
  ])('finds the parts of an expression that the service does not expose: %s', (expr, unknown) => {
    expect(unknownIn(expr)).toEqual(unknown);
  });
});

describe('an alert', () => {
  it.each(rules.map((rule): [string, Rule] => [rule.alert, rule]))(
    '%s reads existing metrics, and has a section in the runbook',
    (name, rule) => {
      expect(unknownIn(rule.expr)).toEqual([]);
      expect(rule.for).toMatch(/^\d+[smh]$/);
      expect(['critical', 'warning', 'info']).toContain(rule.labels.severity);
      const [file = '', anchor] = rule.annotations.runbook.split('#');
      expect([file, anchor]).toEqual(['docs/runbook.md', name.toLowerCase()]);
      const sections = textOf(file).split(/^## /m).slice(1);
      const section = sections.find((text) => text.startsWith(`${name}\n`)) ?? '';
      expect(section.length).toBeGreaterThan(150);
    },
  );

  it('is defined once, and each section of the runbook belongs to an alert', () => {
    const sections = [...textOf('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(rules.map(({ alert }) => alert));
    expect(new Set(sections).size).toBe(rules.length);
  });
});

it.each(['BacktestDatabaseAway', 'BacktestRedisAway'])(
  '%s pages within a minute, including the time to the next scrape',
  (name) => {
    const group = groups.find(({ rules }) => rules.some(({ alert }) => alert === name))!;
    const rule = group.rules.find(({ alert }) => alert === name)!;
    const { spec } = load(textOf('deploy/kubernetes/servicemonitor.yaml')) as {
      spec: { endpoints: { interval: string }[] };
    };
    const [scrape, evaluation, held] = [spec.endpoints[0]!.interval, group.interval, rule.for].map(secondsOf);
    expect(rule.labels.severity).toBe('critical');
    expect(scrape! + evaluation! + held!).toBeLessThanOrEqual(60);
  },
);

describe('the dashboard', () => {
  it.each(panels.map((panel) => [panel.title, panel.targets] as const))(
    'shows only existing metrics: %s',
    (_, targets) => {
      for (const { expr, legendFormat } of targets) {
        expect(unknownIn(expr)).toEqual([]);
        const labels = new Set([...OF_TARGETS, ...partsOf(expr).grouped]);
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(labels).toContain(label);
      }
    },
  );
});
