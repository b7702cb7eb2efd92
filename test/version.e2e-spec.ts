import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { TestApp, startTestApp } from './support/app.js';

const textOf = (file: string) => readFileSync(file, 'utf8');
// oxlint-disable-next-line typescript/no-explicit-any -- files of other programs, checked here
const jsonOf = (file: string): any => JSON.parse(textOf(file));

const { version } = jsonOf('package.json') as { version: string };

/**
 * Commit of the build. If the sources are a checkout of the repository, the build records its commit beside the
 * service.
 */
const commit = existsSync('dist/src/commit.txt') ? textOf('dist/src/commit.txt') : null;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('the version in package.json', () => {
  it('is in the response of GET /health/live, but not of GET /health/ready', async () => {
    const live = await t.stranger.get('/health/live').expect(200);
    expect(live.body).toEqual({ status: 'ok', version, commit });
    const ready = await t.stranger.get('/health/ready').expect(200);
    expect(ready.body).toEqual({ status: 'ok' });
  });

  it('is the value of a label of a metric', async () => {
    const { text } = await t.call.get('/metrics').expect(200);
    expect(text.split('\n')).toContain(
      `backtest_build_info{version="${version}",commit="${commit ?? 'unknown'}"} 1`,
    );
  });

  it('is the version of the OpenAPI document and of openapi.json', async () => {
    const { body } = await t.stranger.get('/docs-json').expect(200);
    expect([body.info.version, jsonOf('openapi.json').info.version]).toEqual([version, version]);
  });

  it('is the version in package-lock.json', () => {
    const lock = jsonOf('package-lock.json');
    expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  });

  it('is the version of the TypeScript client', () => {
    expect(jsonOf('clients/typescript/package.json').version).toBe(version);
  });

  it('is the version of the client for Python', () => {
    expect(textOf('clients/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
  });

  it('is the tag of the image in the Kubernetes manifests', () => {
    const { images } = load(textOf('deploy/kubernetes/kustomization.yaml')) as {
      images: { newTag: string }[];
    };
    expect(images.map(({ newTag }) => newTag)).toEqual([version]);
  });
});

describe('CHANGELOG.md', () => {
  const [, ...entries] = textOf('CHANGELOG.md').split(/^## /m);
  /** Unreleased changes may stand above the versions. */
  const released = entries.slice(entries[0]?.startsWith('[Unreleased]\n') ? 1 : 0);
  const heads = released.map((entry) => /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)\n/.exec(entry));
  const versions = heads.map((head) => head?.[1] ?? '');
  const dates = heads.map((head) => head?.[2] ?? '');

  it('has an entry for the version in package.json, above the entries of older versions', () => {
    expect(versions[0]).toBe(version);
    const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
    expect(versions).toEqual([...new Set(versions)].toSorted(newestFirst));
  });

  it('has the date of each version', () => {
    for (const date of dates) expect(new Date(date).toISOString()).toBe(`${date}T00:00:00.000Z`);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('explains how to upgrade to each version that is not a patch', () => {
    const withoutSteps = released.filter((entry) => !/^### Upgrading\n\n\S/m.test(entry));
    for (const entry of withoutSteps) expect(entry).toMatch(/^\[\d+\.\d+\.[1-9]/);
  });
});
