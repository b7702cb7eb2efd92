import { AnalysisWorker } from '../../src/review/analysis/service/analysis-worker.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { JobTooLong, type WorkerThread } from '../../src/platform/worker/worker-thread.js';
import { type Caller, TestApp, startTestApp } from '../support/app.js';
import { expectProblem } from '../support/problems.js';
import { aSessionWith, aTrade, finish } from '../support/factories.js';
import { stateCount } from '../support/stated-count.js';
import { until } from '../support/until.js';

const MILLION = 1_000_000;

let t: TestApp;
beforeEach(async () => {
  t = await startTestApp();
});
afterEach(() => t.close());

const someTrades = () => Array.from({ length: 20 }, (_, i) => aTrade({ plNet: (i % 5) - 2 }));

/**
 * Creates a session with few trades and a larger stored number of trades. The limits of analyses depend only on the
 * stored number.
 */
async function aSessionOf(call: Caller, tradeCount: number): Promise<{ readonly id: string }> {
  const session = await aSessionWith(call, someTrades());
  await stateCount(t, session, tradeCount);
  return session;
}

/** Holds the jobs of a thread until they are released, and counts the jobs. */
function held(thread: WorkerThread) {
  const run = thread.run.bind(thread);
  let [jobs, release] = [0, (): void => undefined];
  const released = new Promise<void>((resolve) => (release = resolve));
  Object.assign(thread, {
    run: async (...args: Parameters<WorkerThread['run']>) => {
      jobs += 1;
      await released;
      return run(...args);
    },
  });
  return { jobs: () => jobs, release };
}

const riskOf = ({ id }: { readonly id: string }, rate = 0) =>
  `/sessions/${id}/analysis/risk?riskFreeRate=${rate}`;

const waitingIn = async (size: 'small' | 'large'): Promise<number | undefined> => {
  const metric = t.app.get(Metrics).registry.getSingleMetric('backtest_analyses_waiting')!;
  const { values } = await metric.get();
  return values.find(({ labels }) => labels['size'] === size)?.value;
};

describe('analyses of small sessions', () => {
  it('never wait for analyses of large sessions', async () => {
    const large = await aSessionOf(t.call, MILLION);
    const small = await aSessionWith(t.other, someTrades());
    const { jobs, release } = held(t.app.get(AnalysisWorker).threads.large);
    const answers = [0, 0.01, 0.02].map((rate) =>
      t.call.get(riskOf(large, rate)).then(({ status }) => status),
    );
    await until(async () => (await waitingIn('large')) === 2);
    for (let asked = 0; asked < 50; asked += 1) await t.other.get(riskOf(small, asked / 100)).expect(200);
    expect(jobs()).toBe(1);
    release();
    expect(await Promise.all(answers)).toEqual([200, 200, 200]);
  });

  it('run in a separate thread if the session has at most 5,000 trades', async () => {
    const { large } = t.app.get(AnalysisWorker).threads;
    const { jobs, release } = held(large);
    release();
    await t.call.get(riskOf(await aSessionOf(t.call, 5_000))).expect(200);
    expect(jobs()).toBe(0);
    await t.call.get(riskOf(await aSessionOf(t.call, 5_001))).expect(200);
    expect(jobs()).toBe(1);
  });
});

describe('analyses of large sessions', () => {
  it('alternate between the workspaces', async () => {
    const [own, others] = [await aSessionOf(t.call, MILLION), await aSessionOf(t.other, MILLION)];
    const { release } = held(t.app.get(AnalysisWorker).threads.large);
    const ended: string[] = [];
    const ask = async (name: string, call: Caller, path: string) => {
      await call.get(path).expect(200);
      ended.push(name);
    };
    const answers: Promise<void>[] = [];
    for (const rate of [0, 0.01, 0.02]) {
      answers.push(ask(`own ${rate}`, t.call, riskOf(own, rate)));
      await until(async () => (await waitingIn('large')) === answers.length - 1);
    }
    answers.push(ask('other', t.other, riskOf(others)));
    await until(async () => (await waitingIn('large')) === 3);
    release();
    await Promise.all(answers);
    expect(ended.indexOf('other')).toBeLessThan(ended.indexOf('own 0.02'));
  });

  it('are refused if they take too long, and a repeated request does not start them again', async () => {
    const session = await aSessionOf(t.call, MILLION);
    const worker = t.app.get(AnalysisWorker);
    let tried = 0;
    Object.assign(worker, { run: () => Promise.reject(new JobTooLong(`${(tried += 1)}`)) });
    for (const _ of [1, 2, 3]) expectProblem(await t.call.get(riskOf(session)), 'TOO_MANY_TRADES');
    expect(tried).toBe(1);
    expectProblem(await t.call.get(riskOf(session, 0.01)), 'TOO_MANY_TRADES');
    expect(tried).toBe(2);
  });
});

describe('an analysis that needs the candles of very many trades', () => {
  it('is unavailable if the session has more than 250,000 trades', async () => {
    const session = await aSessionWith(t.call, someTrades());
    await finish(t.call, session);
    await stateCount(t, session, 250_001);
    const { body } = await t.call.get(`/sessions/${session.id}/analysis/excursions`).expect(200);
    expect(body).toMatchObject({
      state: 'unavailable',
      reason: 'too-many-trades',
      trades: [],
      nextCursor: null,
    });
    expect(body.summary).toMatchObject({ measured: 0, incomplete: 250_001 });
    const path = `/sessions/${session.id}/stats/explain?figure=averageIdealR`;
    expectProblem(await t.call.get(path), 'TOO_MANY_TRADES');
  });

  it.each(['excursions', 'exits'])('is unavailable if it takes too long: %s', async (kind) => {
    const session = await aSessionWith(t.call, [aTrade({ stopLoss: 1 })]);
    await finish(t.call, session);
    const worker = t.app.get(AnalysisWorker);
    const run = worker.run.bind(worker);
    Object.assign(worker, {
      run: (...args: Parameters<AnalysisWorker['run']>) =>
        [args[1].kind, 'task' in args[1] && args[1].task].includes(kind)
          ? Promise.reject(new JobTooLong())
          : run(...args),
    });
    const { body } = await t.call.get(`/sessions/${session.id}/analysis/${kind}`).expect(200);
    expect(body).toMatchObject({ state: 'unavailable', reason: 'too-many-trades' });
  });
});

describe('a report', () => {
  it('is refused if the session has more than 200,000 trades, and the message names this limit', async () => {
    const session = await aSessionOf(t.call, 200_001);
    const answer = await t.call.get(`/sessions/${session.id}/report`);
    expectProblem(answer, 'TOO_MANY_TRADES');
    expect(answer.body.message).toMatch(
      /^The session has too many trades for a report, which ends at 200000/,
    );
  });
});
