import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { ANALYSES, OF_CANDLES } from '../support/analysis-paths.js';
import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { anExampleWithCandles } from '../support/candle-analysis.js';
import { anExampleSession } from '../support/example-session.js';
import { aSessionWith, aTrade, finish } from '../support/factories.js';
import { storeFirstVersions } from '../support/stored-answers.js';

const document = readFileSync(new URL('../../docs/analysis.md', import.meta.url), 'utf8');

/** Requests, each with the part of its response that the documentation shows. */
const examples = Array.from(
  document.matchAll(/```http\nGET (\S+)\n([\s\S]*?)```/g),
  ([, path, json]) => [path!, JSON.parse(json!) as object] as const,
);

const NEEDS_CANDLES = new RegExp(`analysis/(${OF_CANDLES.filter((name) => name !== 'evidence').join('|')})`);

let t: TestApp;
let sessionId: string;
let sessionWithCandles: string;
let sessionWithChanges: string;
beforeAll(async () => {
  t = await sharedTestApp();
  const first = { entryTime: Date.UTC(2024, 0, 1), exitTime: Date.UTC(2024, 0, 3) };
  await aSessionWith(t.call, [aTrade(first)], { name: 'First look' });
  sessionId = (await anExampleSession(t.call)).id;
  sessionWithChanges = (await aChangedExample()).id;
  sessionWithCandles = (await anExampleWithCandles(t)).id;
  await finish(t.call, { id: sessionWithCandles });
});

/** Creates the worked example, with a trade that was edited and one that was deleted. */
async function aChangedExample() {
  const session = await anExampleSession(t.call);
  const { body } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
  const { id: tradeId, clientId, entryTime, exitTime } = body.trades[6];
  const edited = { tradeId, clientId, entryTime, exitTime, plNet: -20, kind: 'edited', at: 1 } as const;
  const deleted = {
    ...edited,
    tradeId: randomUUID(),
    clientId: 'deleted',
    kind: 'deleted',
    plNet: -30,
    at: 2,
  } as const;
  await storeFirstVersions(t.app.get(DataSource), session, [edited, deleted]);
  return session;
}

function sessionFor(path: string): string {
  if (path.includes('first-answers')) return sessionWithChanges;
  return NEEDS_CANDLES.test(path) ? sessionWithCandles : sessionId;
}

describe('docs/analysis.md', () => {
  it('has an example of each analysis route, in its section', () => {
    const headings = Array.from(document.matchAll(/^## .* <a id="([\w-]+)"><\/a>$/gm), ([, name]) => name);
    const shown = examples.map(([path]) => path.split('?')[0]!.split('/').at(-1));
    expect([...new Set(shown)]).toEqual(headings);
    expect(new Set(headings)).toEqual(new Set(ANALYSES.map(([path]) => path.split('/').at(-1))));
  });

  it.each(examples)('shows the response of %s', async (path, expected) => {
    const id = sessionFor(path);
    const { body } = await t.call.get(path.replace('{id}', id)).expect(200);
    expect(body).toMatchObject(expected);
  });
});
