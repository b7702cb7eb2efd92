import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SelectionAnswer } from '../src/review/selection/routes/selection.dto.js';
import { TestApp, startTestApp } from './support/app.js';
import { aProject, aSession, finish, ingest } from './support/factories.js';
import { realData } from './support/real-data.js';
import { itWith } from './support/with-recordings.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const cases = realData('cases', 'the selection of recorded lists');

const NAMES = [
  'freqtrade-24-trades',
  'freqtrade-8-trades-no-loser',
  'freqtrade-3-losers',
  'tradingview-56-trades',
];

interface Case {
  readonly session: { readonly symbols: readonly string[] } & Record<string, unknown>;
  readonly trades: readonly Record<string, unknown>[];
}

/** Records a list as a session of a project. */
async function record(projectId: string, name: string): Promise<void> {
  const { session: input, trades } = JSON.parse(readFileSync(join(cases!, `${name}.json`), 'utf8')) as Case;
  const { symbols, ...fields } = input;
  const assets = symbols.length > 0 ? { assets: symbols.map((symbol) => ({ symbol })) } : {};
  const session = await aSession(t.call, { ...fields, ...assets, name, projectId });
  await ingest(
    t.call,
    session,
    trades.map((row) => ({ ...row, tool: undefined })),
  );
  await finish(t.call, session);
}

describe('the selection of recorded lists', () => {
  itWith(cases)('has no bar that luck sets for the best try, because only one try is known', async () => {
    const { id } = await aProject(t.call);
    for (const name of NAMES) await record(id, name);
    const { body } = await t.call.get(`/projects/${id}/analysis/selection`).expect(200);
    const { trials, sessions, state, reason } = body as SelectionAnswer;
    expect({ state, reason, counted: trials.counted, known: trials.known }).toEqual({
      state: 'ready',
      reason: 'no-variance',
      counted: 4,
      known: 1,
    });
    const ofName = (name: string) => sessions.find((each) => each.name === name)!;
    const ratios = NAMES.map((name) => [ofName(name).sharpePerDay, ofName(name).tradingDays]);
    expect(ratios).toEqual([
      [0.19913934, 18],
      [0.40649772, 7],
      [-0.30151134, 1],
      [-0.0183568, 56],
    ]);
    expect(ofName('tradingview-56-trades')).toMatchObject({ pValue: 0.64817606, deflatedSharpe: null });
  });
});
