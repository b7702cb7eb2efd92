import { FairQueue } from '../../src/shared/concurrency/fair-queue.js';
import { ReportQueue } from '../../src/review/desk/report-queue.js';
import { ReportWorker } from '../../src/review/desk/report-worker.js';
import { DAY, HOUR, T, aSession, aSessionWith, aTrade, finish, ingest } from '../support/factories.js';
import { ownSymbol } from '../support/live-app.js';
import { stateCount } from '../support/stated-count.js';
import { ANALYSES, OF_CANDLES, SLICED } from '../support/analysis-paths.js';
import { anExampleSession } from '../support/example-session.js';
import { t } from './apps.js';
import { pastTrades, post, withFullAnalysisQueue, withLongAnalyses } from './requests.js';
import { type Failure, type RouteFacts, type Success } from './route-facts.js';

/** The query parameters that filter trades. Most analyses accept these filters. */
const FILTERS =
  'query side?, query symbol?, query feed?, query tag?, query notTag?, query hour?, query weekday?, query from?, query to?';
const WITH_THRESHOLD = `${FILTERS}, query breakEvenThreshold?`;
const WITH_OUTCOME = `${WITH_THRESHOLD}, query outcome?`;
const WITH_OUTCOME_ALONE = `${FILTERS}, query outcome?, query breakEvenThreshold?`;

/** The query parameters of analyses that have others than the filters. */
const PARAMETERS: Readonly<Record<string, string>> = {
  breakdown: `${WITH_OUTCOME}, query by`,
  calendar: WITH_OUTCOME,
  confidence: `${WITH_THRESHOLD}, query level?, query resamples?, query seed?`,
  costs: `${FILTERS}, query multiples?, query basisPoints?`,
  equity: `${FILTERS}, query interval?, query riskFreeRate?`,
  evidence:
    'query confidence?, query minTrades?, query maxFirstAnswersP?, query maxPValue?, query costFactor?, query maxHidden?, query maxSeen?, query bestShare?',
  excursions: `query count?, query cursor?, ${WITH_OUTCOME_ALONE}`,
  exits: `${WITH_OUTCOME_ALONE}, query targets?, query stops?, query breakEvenAt?`,
  fills: `query count?, query cursor?, ${WITH_OUTCOME_ALONE}, query kind?`,
  'first-answers': 'query breakEvenThreshold?',
  figures: `${WITH_OUTCOME}, query compare?, query permutations?, query seed?`,
  hindsight: WITH_THRESHOLD,
  'monte-carlo': `${FILTERS}, query method?, query basis?, query riskPct?, query paths?, query trades?, query ruinLevel?, query seed?`,
  positions: WITH_THRESHOLD,
  risk: `${WITH_THRESHOLD}, query riskFreeRate?, query rolling?`,
  sizing: `${FILTERS}, query risk?, query notional?, query level?, query resamples?, query seed?`,
  timestamps: '',
  timing: `${FILTERS}, query method?, query paths?, query seed?`,
};

const routeOf = ([path, query]: (typeof ANALYSES)[number]): [string, RouteFacts['routes'][string]] => {
  const own = PARAMETERS[path.replace('analysis/', '')] ?? FILTERS;
  return [
    `get /sessions/{id}/${path}`,
    {
      parameters: [own, 'header If-None-Match?'].filter(Boolean).join(', '),
      ...(query && { query }),
      ask: (call, id) => call.get(`/sessions/${id}/${path}${query}`),
    },
  ];
};

export const ANALYSIS_ROUTES: RouteFacts = {
  routes: {
    ...Object.fromEntries(ANALYSES.filter(([path]) => path.startsWith('analysis/')).map(routeOf)),
    'get /sessions/{id}/report': {
      parameters: 'query breakEvenThreshold?, header If-None-Match?',
      ask: (call, id) => call.get(`/sessions/${id}/report`),
    },
  },
  successes: [
    ...ANALYSES.flatMap(([path, query]): Success[] => [
      [
        `get /sessions/{id}/${path}`,
        'no trades',
        async () => t.call.get(`/sessions/${(await aSession(t.call)).id}/${path}${query}`),
      ],
      [
        `get /sessions/{id}/${path}`,
        'trades',
        async () => t.call.get(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/${path}${query}`),
      ],
    ]),
    ...OF_CANDLES.map((name): Success => [
      `get /sessions/{id}/analysis/${name}`,
      'trades with candles',
      async () => {
        const symbol = ownSymbol(t.venue);
        const trades = [...pastTrades(), { ...pastTrades()[0], clientId: 'without a stop', stopLoss: null }];
        const session = await aSessionWith(t.call, trades, { assets: [{ symbol }] });
        await finish(t.call, session);
        return t.call.get(`/sessions/${session.id}/analysis/${name}`);
      },
    ]),
    ...SLICED.map(([path, query]): Success => [
      `get /sessions/{id}/${path}`,
      'a slice',
      async () => {
        const { id } = await aSessionWith(t.call, pastTrades());
        const filters =
          'side=long&symbol=btcusdt&feed=venue-spot&notTag=x&hour=0,1,23&weekday=1,7&from=1&to=2';
        return t.call.get(`/sessions/${id}/${path}${query === '' ? '?' : `${query}&`}${filters}`);
      },
    ]),
    [
      'get /sessions/{id}/analysis/breakdown',
      'the tags of a slice',
      async () => {
        const { id } = await aSessionWith(t.call, pastTrades());
        return t.call.get(`/sessions/${id}/analysis/breakdown?by=tag&tag=news&outcome=win`);
      },
    ],
    ...['hour=0,1,2', 'side=long', 'side=short'].map((filters): Success => [
      'get /sessions/{id}/analysis/figures',
      `compared with the rest, ${filters}`,
      async () => {
        const { id } = await anExampleSession(t.call);
        return t.call.get(`/sessions/${id}/analysis/figures?compare=rest&${filters}`);
      },
    ]),
    [
      'get /sessions/{id}/analysis/breakdown',
      'hours without trades',
      async () => {
        const { id } = await aSessionWith(t.call, pastTrades());
        return t.call.get(`/sessions/${id}/analysis/breakdown?by=hour`);
      },
    ],
    [
      'get /sessions/{id}/analysis/breakdown',
      'trades without tags',
      async () => {
        const { id } = await aSessionWith(t.call, pastTrades());
        return t.call.get(`/sessions/${id}/analysis/breakdown?by=tag`);
      },
    ],
    [
      'get /sessions/{id}/analysis/risk',
      'rolling windows',
      async () => {
        const entries = [0, 9].map((day) => ({ entryTime: T + day * DAY, exitTime: T + day * DAY + HOUR }));
        const { id } = await aSessionWith(
          t.call,
          entries.map((times) => aTrade(times)),
        );
        return t.call.get(`/sessions/${id}/analysis/risk?rolling=7`);
      },
    ],
    ...['equity', 'risk'].map((basis): Success => [
      'get /sessions/{id}/analysis/monte-carlo',
      `the basis ${basis}`,
      async () => {
        const { id } = await aSessionWith(t.call, pastTrades());
        return t.call.get(`/sessions/${id}/analysis/monte-carlo?paths=100&basis=${basis}`);
      },
    ]),
    [
      'get /sessions/{id}/analysis/sizing',
      'notionals',
      async () => {
        const { id } = await aSessionWith(t.call, pastTrades());
        return t.call.get(`/sessions/${id}/analysis/sizing?notional=10,200`);
      },
    ],
    [
      'get /sessions/{id}/analysis/hindsight',
      'a copy',
      async () => {
        const original = await aSessionWith(t.call, pastTrades());
        const { body } = await post(`/sessions/${original.id}/copy`);
        return t.call.get(`/sessions/${body.session.id}/analysis/hindsight`);
      },
    ],
  ],
  failures: [
    [
      'get /sessions/{id}/report',
      'TOO_MANY_TRADES',
      async () => {
        const session = await aSession(t.call);
        await stateCount(t, session, 200_001);
        return t.call.get(`/sessions/${session.id}/report`);
      },
    ],
    [
      'get /sessions/{id}/report',
      'SESSION_CHANGED',
      async () => {
        const session = await aSession(t.call);
        const worker = t.app.get(ReportWorker);
        const make = worker.make.bind(worker);
        Object.assign(worker, {
          make: async (...args: Parameters<ReportWorker['make']>) => {
            const file = await make(...args);
            await ingest(t.call, session, [aTrade()]);
            return file;
          },
        });
        const response = await t.call.get(`/sessions/${session.id}/report`);
        Object.assign(worker, { make });
        return response;
      },
    ],
    [
      'get /sessions/{id}/report',
      'BUSY',
      async () => {
        const { id } = await aSession(t.call);
        const owner = t.app.get(ReportQueue);
        const { queue } = owner as unknown as { readonly queue: FairQueue };
        Object.assign(owner, { queue: new FairQueue({ running: 0, waiting: 0, waitingPerGroup: 0 }) });
        const response = await t.call.get(`/sessions/${id}/report`);
        Object.assign(owner, { queue });
        return response;
      },
    ],
    ...ANALYSES.flatMap(([path, query]): Failure[] => [
      [
        `get /sessions/{id}/${path}`,
        'BUSY',
        async () => {
          const { id } = await aSession(t.call);
          return withFullAnalysisQueue(() => t.call.get(`/sessions/${id}/${path}${query}`));
        },
      ],
      [
        `get /sessions/{id}/${path}`,
        'TOO_MANY_TRADES',
        async () => {
          const { id } = await aSession(t.call);
          return withLongAnalyses(() => t.call.get(`/sessions/${id}/${path}${query}`));
        },
      ],
    ]),
  ],
};
