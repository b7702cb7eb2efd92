import { AnalysisWorker } from '../../src/review/analysis/service/analysis-worker.js';
import type { EvidenceAnswer } from '../../src/review/evidence/routes/evidence.dto.js';
import { SessionEvidenceService } from '../../src/review/evidence/routes/session-evidence.service.js';
import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { exampleCandles, exampleTrades } from '../support/candle-analysis.js';
import { anExampleSession } from '../support/example-session.js';
import { aSession, aSessionWith, aSymbol, finish, ingest, aTrade } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { expectProblem } from '../support/problems.js';
import { until } from '../support/until.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

const pathOf = ({ id }: { readonly id: string }) => `/sessions/${id}/analysis/evidence`;

const evidenceOf = async (session: { readonly id: string }, query = ''): Promise<EvidenceAnswer> =>
  (await t.call.get(pathOf(session) + query).expect(200)).body;

/** Returns the answers as texts: question, verdict, value and reason. */
const answersIn = ({ questions }: EvidenceAnswer) =>
  Object.fromEntries(
    questions.map(({ question, verdict, value, reason }) => [
      question,
      [verdict, value, reason].filter((part) => part !== null).join(' '),
    ]),
  );

/** Creates a session with the documented trades, and stores their candles. */
async function anExample() {
  const symbol = aSymbol();
  await storeBars(t, symbol, exampleCandles());
  const session = await aSessionWith(t.call, exampleTrades(), {
    assets: [{ symbol }],
    randomSeed: 42,
    mode: 'automated',
  });
  await finish(t.call, session);
  return session;
}

describe('GET /sessions/{id}/analysis/evidence', () => {
  it('answers the questions about the worked example', async () => {
    const session = await anExampleSession(t.call, { assets: [{ symbol: aSymbol() }] });
    const evidence = await evidenceOf(session);
    expect(answersIn(evidence)).toEqual({
      'expectancy-above-zero': 'cannot-say 0.79458204 too-few-trades',
      'first-answers-kept': 'supports',
      'better-than-random-entries': 'cannot-say candles-unavailable',
      'better-than-buy-and-hold': 'cannot-say 9.85 candles-unavailable',
      'survives-costs': 'supports 90.5',
      'survives-tries': 'cannot-say undefined',
      'fills-possible': 'cannot-say candles-unavailable',
      'times-fit': 'cannot-say unknown',
      'drawdown-seen': 'cannot-say candles-unavailable',
      'market-unseen': 'supports 0',
      'not-few-trades': 'supports 18.5',
    });
    expect(evidence.pending).toBe(0);
    expect(Object.keys(evidence).toSorted()).toEqual(['calculationVersion', 'pending', 'questions']);
  });

  it('compares figures with the thresholds of the query instead of the defaults', async () => {
    const session = await anExampleSession(t.call);
    const query = '?minTrades=8&confidence=0.7&costFactor=10&bestShare=0.5&maxSeen=0';
    const answers = answersIn(await evidenceOf(session, query));
    expect(answers).toMatchObject({
      'expectancy-above-zero': 'supports 0.79458204',
      'survives-costs': 'supports 26.5',
      'not-few-trades': 'doubts -81.5',
      'market-unseen': 'supports 0',
    });
  });

  it('answers the questions that need candles with the values of the other analyses', async () => {
    const session = await anExample();
    const { questions } = await evidenceOf(session, '?maxPValue=0.2');
    const verdictOf = (name: string) => questions.find(({ question }) => question === name)!;
    const { body: timing } = await t.call.get(`/sessions/${session.id}/analysis/timing`).expect(200);
    expect(verdictOf('better-than-random-entries')).toMatchObject({
      value: timing.net.pValue,
      threshold: 0.2,
    });
    expect(verdictOf('better-than-buy-and-hold').threshold).toBe(timing.buyAndHold.pct);
    const { body: equity } = await t.call.get(`/sessions/${session.id}/analysis/equity`).expect(200);
    expect(equity.drawdown.provable.pct).toBeGreaterThan(0);
    expect(verdictOf('drawdown-seen').reason).toBe('no-realised-drawdown');
    expect(verdictOf('fills-possible')).toMatchObject({ verdict: 'supports', value: 0 });
  });

  it('answers no question if there are no trades', async () => {
    const { questions, pending } = await evidenceOf(await aSession(t.call));
    expect(new Set(questions.map(({ verdict }) => verdict))).toEqual(new Set(['cannot-say']));
    expect(
      questions.filter(({ question }) => question !== 'survives-tries').map(({ reason }) => reason),
    ).toEqual(Array.from({ length: 10 }, () => 'no-trades'));
    expect(pending).toBe(0);
  });

  it('names the questions whose analyses are still running, and answers these questions later', async () => {
    const session = await anExample();
    const service = t.app.get(SessionEvidenceService);
    const worker = t.app.get(AnalysisWorker);
    const run = worker.run.bind(worker);
    let [started, release] = [0, (): void => undefined];
    const released = new Promise<void>((resolve) => (release = resolve));
    Object.assign(service, { waitMs: 0 });
    Object.assign(worker, {
      run: async (...args: Parameters<AnalysisWorker['run']>) => {
        if (args[1].kind === 'candles' && args[1].task === 'equity') {
          started += 1;
          await released;
        }
        return run(...args);
      },
    });
    try {
      await until(async () => (await evidenceOf(session)).pending > 0 && started === 1);
      const response = await t.call.get(pathOf(session)).expect(200);
      expect(answersIn(response.body)['drawdown-seen']).toBe('cannot-say computing');
      expect(response.headers['etag']).toBeUndefined();
      release();
      Object.assign(service, { waitMs: 2_000 });
      await until(async () => (await evidenceOf(session)).pending === 0);
      // The service started the analysis once, although several requests needed its result.
      expect(started).toBe(1);
    } finally {
      release();
      Reflect.deleteProperty(worker, 'run');
      Object.assign(service, { waitMs: 2_000 });
    }
  });

  it('has an ETag that changes with the thresholds and the trades', async () => {
    const session = await anExample();
    const first = await t.call.get(pathOf(session)).expect(200);
    const etag = first.headers['etag']!;
    await t.call.get(pathOf(session)).set('if-none-match', etag).expect(304);
    await t.call
      .get(`${pathOf(session)}?minTrades=2`)
      .set('if-none-match', etag)
      .expect(200);
    const active = await aSessionWith(t.call, [aTrade()]);
    const before = (await t.call.get(pathOf(active)).expect(200)).headers['etag']!;
    await ingest(t.call, active, [aTrade()]);
    await t.call
      .get(pathOf(active))
      .set('if-none-match', before ?? '"x"')
      .expect(200);
  });

  it.each([
    'confidence=0.5&minTrades=2&maxFirstAnswersP=0.001&maxPValue=0.001&costFactor=1&maxHidden=1&maxSeen=0&bestShare=0',
    'confidence=0.999&minTrades=100000&maxFirstAnswersP=0.5&maxPValue=0.5&costFactor=10&maxHidden=10&maxSeen=1&bestShare=0.5',
  ])('accepts the query %s', async (query) => {
    await evidenceOf(await aSession(t.call), `?${query}`);
  });

  it.each([
    ['confidence', '0.499'],
    ['confidence', '0.9991'],
    ['minTrades', '1'],
    ['minTrades', '100001'],
    ['minTrades', '2.5'],
    ['maxFirstAnswersP', '0.0009'],
    ['maxFirstAnswersP', '0.501'],
    ['maxPValue', '0.0009'],
    ['maxPValue', '0.501'],
    ['costFactor', '0.99'],
    ['costFactor', '10.1'],
    ['maxHidden', '0.99'],
    ['maxHidden', '10.1'],
    ['maxSeen', '-0.1'],
    ['maxSeen', '1.1'],
    ['bestShare', '-0.1'],
    ['bestShare', '0.51'],
    ['side', 'long'],
  ])('refuses the parameter %s=%s', async (field, value) => {
    const { id } = await aSession(t.call);
    expectProblem(await t.call.get(`${pathOf({ id })}?${field}=${value}`), 'VALIDATION_FAILED', [field]);
  });
});
