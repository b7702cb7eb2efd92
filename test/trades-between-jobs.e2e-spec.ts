import { AnalysisWorker } from '../src/review/analysis/service/analysis-worker.js';
import { type TestApp, startTestApp } from './support/app.js';
import { exampleCandles, exampleTrades, equityOf, timingOf } from './support/candle-analysis.js';
import { aSessionWith, aSymbol, ingest } from './support/factories.js';
import { storeBars } from './support/ideal-r.js';

const LAST_INSTANT = Date.UTC(10_000, 0) - 1;

let t: TestApp;
beforeEach(async () => {
  t = await startTestApp();
});
afterEach(() => t.close());

/**
 * Creates a session with a trade that is stored after a job has found the minutes of an analysis of candles, and before
 * the next job reads the trades. This trade ends in the year 9999.
 */
async function aGrowingSession() {
  const symbol = aSymbol();
  await storeBars(t, symbol, exampleCandles());
  const [first, ...others] = exampleTrades().map((trade) => ({ ...trade, tags: ['all'] }));
  const session = await aSessionWith(t.call, others, { assets: [{ symbol }] });
  const worker = t.app.get(AnalysisWorker);
  const run = worker.run.bind(worker);
  let stored: Promise<unknown> | undefined;
  Object.assign(worker, {
    run: async (...args: Parameters<AnalysisWorker['run']>) => {
      if (args[1].kind === 'candles')
        await (stored ??= ingest(t.call, session, [{ ...first, exitTime: LAST_INSTANT }]));
      return run(...args);
    },
  });
  return session;
}

describe('a trade that is stored between the jobs of an analysis of candles', () => {
  it.each([
    ['timing', timingOf, ''],
    ['timing of a slice', timingOf, '?tag=all'],
    // Only the trades of a slice by tags are read by each job of this analysis.
    ['equity of a slice', equityOf, '?tag=all'],
  ] as const)('takes no memory and no time for the minutes of its centuries: %s', async (_, of, query) => {
    const session = await aGrowingSession();
    const whileStored = await of(t.call, session, query);
    expect(whileStored).toMatchObject({ state: 'unavailable', reason: 'too-many-minutes' });
    expect(await of(t.call, session, query)).toEqual(whileStored);
  });

  it('does not prevent a report', async () => {
    const session = await aGrowingSession();
    await t.call.get(`/sessions/${session.id}/report`).expect(200);
  });
});
