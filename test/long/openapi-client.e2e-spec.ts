import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/openapi-document.js';

const run = promisify(execFile);

/**
 * A client program that uses the types which openapi-typescript generates by default. For every route, the program has
 * a minimal and a full request, and states which fields of the responses can be null.
 */
const PROGRAM = `
import type { components, operations } from './client.js';

type Operations = { readonly [Name in keyof operations]: operations[Name] };
type Input<Operation> = Operation extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: { 'application/json': infer Json } } ? Json : never
  : never;
type Query<Operation> = Operation extends { parameters: { query?: infer Parameters } } ? NonNullable<Parameters> : never;
type PathOf<Operation> = Operation extends { parameters: { path: infer Parameters } } ? Parameters : never;

interface Requests<Operation> {
  readonly bodies: readonly Input<Operation>[];
  readonly queries: readonly Query<Operation>[];
  readonly paths: readonly PathOf<Operation>[];
}

const trade = { clientId: 'a', side: 'long', qty: 1, entryPrice: 1, entryTime: 1, exitPrice: 1, exitTime: 1 } as const;
const fees = { entryFee: 0.1, exitFee: 0.1, type: 'fixed' } as const;
const path = { id: 'an id' };
const tradePath = { id: 'an id', tradeId: 'an id' };

export const requests: { readonly [Name in keyof Operations]: Requests<Operations[Name]> } = {
  projects_create: { bodies: [{ name: 'a', symbol: 'A', timeframe: '1h' }], queries: [], paths: [] },
  projects_list: { bodies: [], queries: [], paths: [] },
  projects_get: { bodies: [], queries: [], paths: [path] },
  projects_update: { bodies: [{}, { name: 'a', symbol: 'A', timeframe: '1h' }], queries: [], paths: [path] },
  projects_remove: { bodies: [], queries: [], paths: [path] },
  projects_listTags: { bodies: [], queries: [], paths: [path] },
  sessions_list: {
    bodies: [],
    queries: [
      {},
      { projectId: 'an id', status: 'active', tag: 'a', search: 'a', count: 1, cursor: 'a' },
    ],
    paths: [],
  },
  sessions_getRecord: { bodies: [], queries: [], paths: [path] },
  sessions_update: {
    bodies: [
      {},
      {
        name: 'a',
        strategy: '',
        description: '',
        layoutTemplate: '1',
        rangeStart: null,
        rangeEnd: 1,
        blindMode: true,
        smoothCandles: false,
        accountTimezone: 'UTC',
        tags: ['a'],
      },
    ],
    queries: [],
    paths: [path],
  },
  sessions_remove: { bodies: [], queries: [], paths: [path] },
  trades_removeAll: { bodies: [], queries: [], paths: [path] },
  sessions_create: {
    bodies: [
      { projectId: 'an id', name: 'a', initialBalance: 1 },
      { projectId: 'an id', name: 'a', initialBalance: 1, assets: [{}], feesConfig: {} },
      { projectId: 'an id', name: 'a', initialBalance: 1, assets: [{ executionCostConfig: {}, contractPolicy: {} }] },
      {
        projectId: 'an id',
        name: 'a',
        initialBalance: 1,
        mode: 'automated',
        source: 'api',
        accountCurrency: 'USD',
        strategy: '',
        description: '',
        layoutTemplate: '1',
        assets: [
          {
            symbol: 'A',
            feed: 'venue-spot',
            timeframe: '1m',
            calendarCode: '24/7',
            executionCostConfig: { spread: 0, slippage: 0, fees },
            contractPolicy: { kind: 'spot' },
          },
        ],
        feesConfig: fees,
        rangeStart: 1,
        rangeEnd: null,
        randomSourceStart: null,
        randomSourceEnd: 2,
        randomSeed: 1,
        blindMode: true,
        smoothCandles: false,
        accountTimezone: 'UTC',
        startedAt: 1,
      },
      // @ts-expect-error: the balance is required
      { projectId: 'an id', name: 'a' },
      // @ts-expect-error: null is no value for a text
      { projectId: 'an id', name: 'a', initialBalance: 1, strategy: null },
    ],
    queries: [],
    paths: [],
  },
  sessions_copy: {
    bodies: [
      {},
      { withTrades: false },
      { costs: 'recompute', feesConfig: {}, rangeStart: null, assets: [{}], tags: ['a'] },
      // @ts-expect-error: null is no value for a text
      { name: null },
    ],
    queries: [],
    paths: [path],
  },
  sessions_getState: { bodies: [], queries: [], paths: [path] },
  sessions_putState: {
    bodies: [
      { state: {} },
      { state: { a: [[1]], b: { c: null } } },
      // @ts-expect-error: the state is an object
      { state: null },
      // @ts-expect-error: the state is required
      {},
    ],
    queries: [],
    paths: [path],
  },
  replay_putPlayhead: {
    bodies: [
      { at: 1 },
      { at: 1, shownUntil: 2 },
      // @ts-expect-error: the instant is required
      {},
    ],
    queries: [],
    paths: [path],
  },
  replay_draw: {
    bodies: [
      { length: 60_000 },
      { length: 60_000, unseen: true },
      // @ts-expect-error: the length is required
      {},
    ],
    queries: [],
    paths: [path],
  },
  replay_rewind: {
    bodies: [
      { to: 1 },
      // @ts-expect-error: the instant is required
      {},
    ],
    queries: [],
    paths: [path],
  },
  sessions_get: { bodies: [], queries: [], paths: [path] },
  trades_ingest: {
    bodies: [
      { trades: [trade] },
      {
        trades: [
          {
            ...trade,
            symbol: 'A',
            feed: 'venue-usdm-current-quarter',
            stopLoss: null,
            takeProfit: 1,
            note: '',
            feesPaid: 0,
            spreadPaid: 0,
            slippagePaid: 0,
          },
        ],
      },
    ],
    queries: [],
    paths: [path],
  },
  trades_list: {
    bodies: [],
    queries: [
      {},
      {
        order: 'desc',
        side: 'long',
        symbol: 'A',
        feed: 'venue-spot',
        outcome: 'break-even',
        breakEvenThreshold: 1,
        tag: 'a',
        from: 1,
        to: 2,
        count: 1,
        cursor: 'a',
      },
    ],
    paths: [path],
  },
  trades_get: { bodies: [], queries: [], paths: [tradePath] },
  trades_edit: {
    bodies: [
      {},
      { side: 'short', stopLoss: null, takeProfit: 1, note: '', tags: ['a'], feesPaid: null, spreadPaid: 0 },
      // @ts-expect-error: a trade keeps its clientId
      { clientId: 'b' },
      // @ts-expect-error: null is no value for a quantity
      { qty: null },
    ],
    queries: [],
    paths: [tradePath],
  },
  trades_remove: { bodies: [], queries: [], paths: [tradePath] },
  trades_preview: { bodies: [{ trades: [trade] }], queries: [{}, { breakEvenThreshold: 1 }], paths: [path] },
  trades_importFile: {
    bodies: ['a file'],
    queries: [{}, { source: 'lean', timezone: 'UTC', dateOrder: 'dmy', symbol: 'A', strategyName: 'a', preview: 'true' }],
    paths: [path],
  },
  trades_export: { bodies: [], queries: [{}, { format: 'ndjson' }], paths: [path] },
  samples_make: { bodies: [{}], queries: [], paths: [] },
  stats_finish: { bodies: [{}], queries: [{}, { breakEvenThreshold: 1 }], paths: [path] },
  stats_get: { bodies: [], queries: [{}, { breakEvenThreshold: 1 }], paths: [path] },
  analysis_breakdown: {
    bodies: [],
    queries: [
      { by: 'tag' },
      { by: 'hour', breakEvenThreshold: 1 },
      // @ts-expect-error: there is no such group
      { by: 'week' },
    ],
    paths: [path],
  },
  analysis_calendar: { bodies: [], queries: [{}, { breakEvenThreshold: 1 }], paths: [path] },
  analysis_confidence: {
    bodies: [],
    queries: [{}, { level: 0.9, resamples: 100, seed: 0, breakEvenThreshold: 1 }],
    paths: [path],
  },
  analysis_monteCarlo: {
    bodies: [],
    queries: [{}, { method: 'block', paths: 100, trades: 1, ruinLevel: 0, seed: 0 }],
    paths: [path],
  },
  analysis_risk: { bodies: [], queries: [{}, { riskFreeRate: 5, breakEvenThreshold: 1 }], paths: [path] },
  analysis_hindsight: { bodies: [], queries: [{}, { breakEvenThreshold: 1 }], paths: [path] },
  stats_explain: {
    bodies: [],
    queries: [
      { figure: 'winrate' },
      { figure: 'averageIdealR', breakEvenThreshold: 1 },
      // @ts-expect-error: the figure is required
      {},
    ],
    paths: [path],
  },
  analysis_excursions: { bodies: [], queries: [{}, { count: 1, cursor: 'a' }], paths: [path] },
  analysis_exits: {
    bodies: [],
    queries: [{}, { targets: [1, 2], stops: [1], breakEvenAt: 1 }, { targets: 'auto' }],
    paths: [path],
  },
  analysis_timestamps: { bodies: [], queries: [], paths: [path] },
  sessions_getReport: { bodies: [], queries: [{}, { breakEvenThreshold: 1 }], paths: [path] },
  projects_compare: {
    bodies: [],
    queries: [{}, { sessionIds: ['an id', 'another'], breakEvenThreshold: 1, pairs: 'all' }],
    paths: [path],
  },
  candles_get: {
    bodies: [],
    queries: [
      { symbol: 'A', interval: '1m' },
      { symbol: 'A', interval: '1d', feed: 'venue-spot', count: 1, before: 1 },
      // @ts-expect-error: the symbol is required
      { interval: '1m' },
    ],
    paths: [],
  },
  candles_getRange: {
    bodies: [],
    queries: [
      { symbol: 'A', interval: '1m', from: 1 },
      { symbol: 'A', interval: '1d', feed: 'venue-spot', from: 1, to: 2, count: 1 },
      // @ts-expect-error: the start is required
      { symbol: 'A', interval: '1m' },
    ],
    paths: [],
  },
  candles_getAsOf: {
    bodies: [],
    queries: [
      { symbol: 'A', intervals: ['1m'], at: 1 },
      { symbol: 'A', intervals: ['1h', '1d'], at: 1, feed: 'venue-spot', count: 1 },
      // @ts-expect-error: the instant is required
      { symbol: 'A', intervals: ['1m'] },
    ],
    paths: [],
  },
  candles_getSeries: { bodies: [], queries: [{}, { symbol: 'A', feed: 'venue-spot', interval: '1m' }], paths: [] },
  keys_list: { bodies: [], queries: [{}, { count: 1, cursor: 'a' }], paths: [] },
  keys_create: {
    bodies: [
      { name: 'a' },
      { name: 'a', scopes: ['read', 'admin'], expiresAt: null },
      // @ts-expect-error: there is no such scope
      { name: 'a', scopes: ['all'] },
    ],
    queries: [],
    paths: [],
  },
  keys_rotate: { bodies: [{}, { overlapMs: 0 }], queries: [], paths: [path] },
  keys_revoke: { bodies: [{}], queries: [], paths: [path] },
  health_live: { bodies: [], queries: [], paths: [] },
  health_ready: { bodies: [], queries: [], paths: [] },
  audit_list: {
    bodies: [],
    queries: [{}, { from: 1, to: 2, action: 'trades.ingest', resourceId: 'an id', count: 1, cursor: 'a' }],
    paths: [],
  },
  usage_get: { bodies: [], queries: [], paths: [] },
  metrics_get: { bodies: [], queries: [], paths: [] },
};

type Schemas = components['schemas'];
type NullableOf<Dto> = { [Field in keyof Dto]-?: null extends Dto[Field] ? Field : never }[keyof Dto];
type OptionalOf<Dto> = { [Field in keyof Dto]-?: undefined extends Dto[Field] ? Field : never }[keyof Dto];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type Ranges = 'rangeStart' | 'rangeEnd' | 'randomSourceStart' | 'randomSourceEnd';
export const nullable: [
  Same<NullableOf<Schemas['SessionDto']>, Ranges | 'endedAt'>,
  Same<NullableOf<Schemas['TradeDto']>, 'stopLoss' | 'takeProfit' | 'rMultiple'>,
  Same<NullableOf<Schemas['ProjectDto'] & Schemas['AssetDto'] & Schemas['Statistics'] & Schemas['CandleDto']>, never>,
] = [true, true, true];
type Answers = 'ProjectDto' | 'SessionDto' | 'AssetDto' | 'TradeDto' | 'Statistics' | 'CandleDto' | 'CandlesAnswer';
export const optional: { [Name in Answers]: Same<OptionalOf<Schemas[Name]>, never> } = {
  ProjectDto: true,
  SessionDto: true,
  AssetDto: true,
  TradeDto: true,
  Statistics: true,
  CandleDto: true,
  CandlesAnswer: true,
};
`;

const OPTIONS = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];

/** Returns the errors of the compiler for a program that uses the generated client; '' if there are none. */
async function compile(program: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'openapi-client-'));
  const tool = (path: string, ...args: string[]) =>
    run(process.execPath, [join(ROOT, 'node_modules', path), ...args], { cwd: directory });
  try {
    await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
    await writeFile(join(directory, 'program.ts'), program);
    await tool('openapi-typescript/bin/cli.js', join(ROOT, 'openapi.json'), '-o', 'client.ts');
    return await tool('typescript/bin/tsc', ...OPTIONS, 'program.ts').then(
      () => '',
      (failure: { readonly stdout: string }) => failure.stdout,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe('a client that openapi-typescript generates', () => {
  it('compiles with minimal and full requests to every route', async () => {
    expect(await compile(PROGRAM)).toBe('');
  });

  it('does not compile with a request that the document does not allow', async () => {
    const wrong = PROGRAM.replace("{ name: 'a', symbol: 'A', timeframe: '1h' }", "{ name: 'a' }");
    expect(await compile(wrong)).toContain('missing the following properties from type');
  });
});
