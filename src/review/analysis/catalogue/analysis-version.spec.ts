import { hash } from 'node:crypto';
import { type VersionedName, vectorAnswers } from '../../../../test/support/analysis-vectors.js';
import { NO_VECTORS, VECTOR_TRADES } from '../../../../test/support/vector-trades.js';
import {
  CALCULATION_VERSION,
  calculateStatistics,
} from '../../../shared/figures/calculator/calculate-statistics.js';
import { analysisVersion } from '../service/analysis-version.js';
import { ALL_TASKS } from './all-tasks.js';

type Known = readonly [version: number, ofStatistics: string, digest: string];

/**
 * For each analysis, its version, the version of the statistics, and the digest of its responses to the test vectors at
 * these versions.
 */
const KNOWN = {
  account: [2, '1.0.0', '5aa73d1b72922517'],
  breakdown: [2, '1.0.0', 'd7f5b304be3aaaed'],
  calendar: [3, '1.0.0', '55569ed68df0fc8f'],
  confidence: [2, '1.0.0', 'f35051b811f6ce1b'],
  costs: [1, '1.0.0', '34d35627ee9ab71d'],
  equity: [4, '1.0.0', 'd4e435bf5fca62ba'],
  evidence: [3, '1.0.0', '28d017e4b4c77a5e'],
  excursions: [3, '1.0.0', '20338792755825df'],
  exits: [3, '1.0.0', '1e6d72ee12f44a07'],
  explain: [3, '1.0.0', 'e700ada99ae6e371'],
  figures: [1, '1.0.0', '95a8bc977b7d5672'],
  'first-answers': [1, '1.0.0', '54d0d9722b880134'],
  fills: [3, '1.0.0', 'eb93648429c00e64'],
  hindsight: [2, '1.0.0', 'ee788874615434b5'],
  'monte-carlo': [3, '1.0.0', '807425e977170f3c'],
  positions: [1, '1.0.0', 'f4707332d46389c1'],
  risk: [4, '1.0.0', 'f0e44ac25b364a12'],
  sizing: [2, '1.0.0', 'eb87d8ba4da3402b'],
  timestamps: [2, '1.0.0', '552360c00d6a4377'],
  timing: [4, '1.0.0', '4bb218ca0999d61b'],
} as const satisfies Readonly<Record<string, Known>>;

const VERSIONS = new Map<string, number>(ALL_TASKS.map(({ name, version }) => [name, version]));

const NAMES = [...VERSIONS.keys()].filter((name): name is VersionedName => name !== 'run');

/** The version of the statistics, and the digest of the statistics at this version. Every ETag includes the version. */
const KNOWN_STATISTICS: readonly [version: string, digest: string] = ['1.0.0', 'a238c3808732a403'];

const digestOf = (answers: string) => hash('sha256', answers).slice(0, 16);

const STATISTICS = JSON.stringify(
  [VECTOR_TRADES, NO_VECTORS].map((trades) =>
    calculateStatistics(trades, { initialBalance: 10_000, breakEvenThreshold: 5 }),
  ),
);

/** Returns instructions if the statistics or their version have changed; null if they are unchanged. */
function adviceForStatistics(version: string, statistics: string): string | null {
  const [knownVersion, knownDigest] = KNOWN_STATISTICS;
  const digest = digestOf(statistics);
  if (version !== knownVersion)
    return (
      `The statistics have a new version: put ['${version}', '${digest}'] at KNOWN_STATISTICS. Each digest of an ` +
      `analysis names this version, so also put these lines at KNOWN:\n${linesAt(version)}`
    );
  if (digest === knownDigest) return null;
  return (
    `The statistics have changed, but their version is still ${version}, so clients would keep the old statistics by ` +
    `their ETags. If the change is intended, raise CALCULATION_VERSION and run this test again.`
  );
}

/** Returns the lines of KNOWN at a version of the statistics. */
const linesAt = (ofStatistics: string): string =>
  NAMES.map((name) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return `  ${key}: ${entryOf(VERSIONS.get(name)!, ofStatistics, vectorAnswers(name))},`;
  }).join('\n');

const entryOf = (version: number, ofStatistics: string, answers: string): string =>
  `[${version}, '${ofStatistics}', '${digestOf(answers)}']`;

/** Returns instructions if the responses of an analysis or a version have changed; null if they are unchanged. */
function adviceFor(name: string, version: number, ofStatistics: string, answers: string): string | null {
  const entry = entryOf(version, ofStatistics, answers);
  const known: Known | undefined = (KNOWN as Readonly<Record<string, Known>>)[name];
  if (!known) return `"${name}" is new: put ${entry} at "${name}" in KNOWN.`;
  const [knownVersion, knownOfStatistics, knownDigest] = known;
  if (ofStatistics !== knownOfStatistics)
    return `The statistics have a new version: put ${entry} at "${name}".`;
  if (version !== knownVersion) return `"${name}" has a new version: put ${entry} here.`;
  if (digestOf(answers) === knownDigest) return null;
  return (
    adviceForStatistics(ofStatistics, STATISTICS) ??
    `The answers of "${name}" have changed, but its version is still ${version}, so clients would keep the old ` +
      `answers by their ETags. If the change is intended, raise the version of its task to ${version + 1} ` +
      `and put ${entryOf(version + 1, ofStatistics, answers)} here.`
  );
}

describe('the version of the statistics or of an analysis', () => {
  it('is raised with every change of the statistics', () => {
    expect(adviceForStatistics(CALCULATION_VERSION, STATISTICS)).toBeNull();
  });

  it.each(NAMES)('is raised with every change of the responses of %s', (name) => {
    expect(adviceFor(name, VERSIONS.get(name)!, CALCULATION_VERSION, vectorAnswers(name))).toBeNull();
  });

  it('must be raised if responses change', () => {
    const [version] = KNOWN_STATISTICS;
    expect(adviceForStatistics(version, '{}')).toMatch(/^The statistics have changed, .* raise CALC/);
    expect(adviceForStatistics(`${version}.1`, '{}')).toMatch(/^The statistics have a new version: put \[/);
    const [risk, ofStatistics] = KNOWN.risk;
    expect(adviceFor('risk', risk, ofStatistics, '{}')).toMatch(/^The answers of "risk" have changed, /);
    expect(adviceFor('risk', risk + 1, ofStatistics, '{}')).toMatch(/^"risk" has a new version: put \[/);
    expect(adviceFor('gaps', 1, ofStatistics, '{}')).toMatch(/^"gaps" is new: put \[1, /);
  });

  it('of the statistics explains changed responses of all analyses, also after its digest has been replaced', () => {
    const [risk, ofStatistics] = KNOWN.risk;
    const advice = adviceFor('risk', risk, `${ofStatistics}.1`, '{}');
    expect(advice).toBe(
      `The statistics have a new version: put [${risk}, '${ofStatistics}.1', '${digestOf('{}')}'] at "risk".`,
    );
  });

  it('is the version of a task with another name', () => {
    expect(new Set(ALL_TASKS.map(({ name }) => name)).size).toBe(ALL_TASKS.length);
    expect(Object.keys(KNOWN).filter((name) => !VERSIONS.has(name))).toEqual([]);
  });

  it('changes the ETag', () => {
    const session = { workspaceId: 'w', id: 's', revision: 3 };
    const tags = [1, 2].flatMap((version) =>
      ['costs', 'risk'].map((name) => analysisVersion(session, { name, version }, {})),
    );
    expect(new Set(tags).size).toBe(4);
  });
});
