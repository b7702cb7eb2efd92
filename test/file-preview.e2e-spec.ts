import { type TestApp, startTestApp } from './support/app.js';
import { aProject } from './support/factories.js';
import { aRun, freqtradeResult, previewFile, sendRun } from './support/run-files.js';
import { lines } from './support/trade-files.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const LIST = lines(
  'Trade #,Type,Date/Time,Signal,Price USD,Position size (qty),Net P&L USD',
  '1,Entry long,2024-01-10 00:00,Long,100,2,20',
  '1,Exit long,2024-01-10 01:00,XL,110,2,20',
);
const SETTINGS = { initialBalance: '1000', timezone: 'UTC' };

describe('a preview without a project', () => {
  it('is the preview of a project without sessions, and stores nothing', async () => {
    const project = await aProject(t.call);
    const file = freqtradeResult({ A: aRun({ backtest_run_start_ts: 1_682_956_651 }), B: aRun() });
    const query = { breakEvenThreshold: '10', fileName: 'a.json', tags: 'x' };
    const inProject = await sendRun(t.call, project, file, { ...query, preview: 'true' }).expect(200);
    const projects = (await t.call.get('/projects').expect(200)).body;
    const flagged: Record<string, string>[] = [{}, { preview: 'true' }, { preview: 'false', finish: 'true' }];
    for (const flags of flagged) {
      const { body } = await previewFile(t.call, file, { ...query, ...flags }).expect(200);
      expect(body).toEqual({ ...inProject.body, missing: [] });
    }
    await sendRun(t.call, project, file, query).expect(201);
    const { body } = await previewFile(t.call, file, query).expect(200);
    expect(body.sessions).toMatchObject([
      { created: true, sessionId: null },
      { created: true, sessionId: null },
    ]);
    expect((await t.call.get('/projects').expect(200)).body).toEqual(projects);
  });

  it('names what a project would give', async () => {
    const missingOf = async (file: string, query = {}) =>
      (await previewFile(t.call, file, { ...SETTINGS, ...query }).expect(200)).body.missing;
    expect(await missingOf(LIST)).toEqual(['symbol', 'timeframe']);
    expect(await missingOf(LIST, { symbol: 'EURUSD' })).toEqual(['timeframe']);
    expect(await missingOf(LIST, { symbol: 'EURUSD', timeframe: '1h' })).toEqual([]);
    expect(await missingOf(freqtradeResult())).toEqual([]);
    expect(await missingOf(freqtradeResult({ A: aRun({ trades: [] }) }))).toEqual(['symbol']);
    expect(await missingOf(freqtradeResult({ A: aRun(), B: aRun({ timeframe: 'x' }) }))).toEqual([
      'timeframe',
    ]);
  });

  it('has the figures of a list without a symbol, and no real symbol in its place', async () => {
    const { body } = await previewFile(t.call, LIST, SETTINGS).expect(200);
    expect(body.sessions).toMatchObject([
      {
        session: { assets: [{ symbol: 'UNKNOWN' }] },
        figures: { tradeCount: 1, plNet: 20 },
        check: { verdict: 'unknown' },
      },
    ]);
  });

  it('is refused without the other facts of a run', async () => {
    const { body } = await previewFile(t.call, LIST).expect(400);
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['initialBalance', 'timezone']);
  });
});
