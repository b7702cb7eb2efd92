import { hash } from 'node:crypto';
import { vectorAnswers } from '../../../test/support/analysis-vectors.js';
import { CALCULATION_VERSION } from '../../figures/calculator/calculate-statistics.js';
import { ANALYSIS_VERSIONS, type AnalysisName, analysisVersion } from './analysis-version.js';

/** For each analysis, its version and the digest of its responses to the test vectors at this version. */
const KNOWN: Readonly<Record<AnalysisName, readonly [version: number, digest: string]>> = {
  breakdown: [1, 'd7f5b304be3aaaed'],
  calendar: [2, '55569ed68df0fc8f'],
  confidence: [1, 'f35051b811f6ce1b'],
  costs: [1, '34d35627ee9ab71d'],
  excursions: [2, '20338792755825df'],
  exits: [2, '1e6d72ee12f44a07'],
  explain: [2, 'e700ada99ae6e371'],
  hindsight: [1, 'ee788874615434b5'],
  'monte-carlo': [2, '3a8498538b83b9b8'],
  risk: [2, 'f0e44ac25b364a12'],
  sizing: [1, 'eb87d8ba4da3402b'],
  timestamps: [2, '552360c00d6a4377'],
};

const NAMES = Object.keys(ANALYSIS_VERSIONS) as AnalysisName[];

/** The version of the statistics' formulas for which the digests hold. This version is also part of every ETag. */
const KNOWN_CALCULATION_VERSION = '1.0.0';

/** Returns what to do if the responses or the version have changed; null if they are unchanged. */
function adviceFor(name: AnalysisName, version: number, answers: string): string | null {
  const [knownVersion, knownDigest] = KNOWN[name];
  const digest = hash('sha256', answers).slice(0, 16);
  if (version === knownVersion && digest === knownDigest) return null;
  if (version !== knownVersion || CALCULATION_VERSION !== KNOWN_CALCULATION_VERSION)
    return `"${name}" has a new version: put [${version}, '${digest}'] here.`;
  return (
    `The answers of "${name}" have changed, but its version is still ${version}, so clients would keep the old ` +
    `answers by their ETags. If the change is intended, raise the version beside the formulas to ${version + 1} ` +
    `(see ANALYSIS_VERSIONS) and put [${version + 1}, '${digest}'] here.`
  );
}

describe('the version', () => {
  it.each(NAMES)('of %s is raised with every change of its responses', (name) => {
    expect(adviceFor(name, ANALYSIS_VERSIONS[name], vectorAnswers(name))).toBeNull();
  });

  it('of an analysis must be raised if its responses change', () => {
    expect(adviceFor('risk', KNOWN.risk[0], '{}')).toMatch(/^The answers of "risk" have changed, .* raise/);
    expect(adviceFor('risk', KNOWN.risk[0] + 1, '{}')).toMatch(/^"risk" has a new version: put \[/);
  });

  it('of the statistics is the version for which the digests hold', () => {
    expect(CALCULATION_VERSION).toBe(KNOWN_CALCULATION_VERSION);
  });

  it.each(NAMES)('changes only the ETag of %s', (name) => {
    const session = { workspaceId: 'w', id: 's', revision: 3 };
    const raised = { ...ANALYSIS_VERSIONS, [name]: ANALYSIS_VERSIONS[name] + 1 };
    const changed = NAMES.filter(
      (other) => analysisVersion(session, other, {}) !== analysisVersion(session, other, {}, raised),
    );
    expect(changed).toEqual([name]);
  });
});
