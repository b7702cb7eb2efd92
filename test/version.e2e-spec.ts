import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { TestApp, startTestApp } from './support/app.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('the version in package.json', () => {
  it('is in the answer of GET /health/live, not of GET /health/ready', async () => {
    const live = await t.stranger.get('/health/live').expect(200);
    // The tests run the sources, which are of no build.
    expect(live.body).toEqual({ status: 'ok', version, commit: null });
    const ready = await t.stranger.get('/health/ready').expect(200);
    expect(ready.body).toEqual({ status: 'ok' });
  });

  it('is a label of a metric', async () => {
    const { text } = await t.call.get('/metrics').expect(200);
    expect(text.split('\n')).toContain(`backtest_build_info{version="${version}",commit="unknown"} 1`);
  });

  it('is the version of the OpenAPI document', async () => {
    const { body } = await t.stranger.get('/docs-json').expect(200);
    expect(body.info.version).toBe(version);
  });

  it('is the tag of the image in the Kubernetes manifests', () => {
    const { images } = load(readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8')) as {
      images: { newTag: string }[];
    };
    expect(images.map(({ newTag }) => newTag)).toEqual([version]);
  });
});
