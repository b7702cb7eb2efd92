import { aProject, aSession, aSessionWith, projectInput } from '../support/factories.js';
import { t } from './apps.js';
import { UNCLEAR_MONEY } from '../support/unclear-money.js';
import { aFreqtradeTrade, aRun, freqtradeResult, previewFile, sendRun } from '../support/run-files.js';
import {
  UNKNOWN_ID,
  pastTrades,
  post,
  withFullQueue,
  withFullStorage,
  withLongAnalyses,
  withQuota,
  withUsedKey,
} from './requests.js';
import { type Failure, type RouteFacts } from './route-facts.js';

export const PROJECTS_ROUTES: RouteFacts = {
  routes: {
    'get /projects': {},
    'get /project-records': { parameters: 'query count?, query cursor?, query search?' },
    'post /imports/preview': {
      parameters:
        'query breakEvenThreshold?, query source?, query timezone?, query dateOrder?, query symbol?, query strategyName?, query stops?, query profit?, query costs?, query pointValue?, query preview?, query name?, query strategy?, query initialBalance?, query accountCurrency?, query accountTimezone?, query feed?, query timeframe?, query calendarCode?, query tags?, query study?, query codeVersion?, query sample?, query parameters?, query fileName?, query finish?',
      body: 'required',
    },
    'post /projects': { parameters: 'header Idempotency-Key?', body: 'required' },
    'delete /projects/{id}': {
      parameters: 'query sessions?',
      ask: (call, id) => call.delete(`/projects/${id}`),
    },
    'get /projects/{id}': { ask: (call, id) => call.get(`/projects/${id}`) },
    'patch /projects/{id}': {
      body: 'optional',
      ask: (call, id) => call.patch(`/projects/${id}`, { name: 'x' }),
    },
    'get /projects/{id}/comparison': {
      parameters: 'query breakEvenThreshold?, query sessionIds?, query pairs?',
      ask: (call, id) => call.get(`/projects/${id}/comparison`),
    },
    'post /projects/{id}/import': {
      parameters:
        'query breakEvenThreshold?, query source?, query timezone?, query dateOrder?, query symbol?, query strategyName?, query stops?, query profit?, query costs?, query pointValue?, query preview?, query name?, query strategy?, query initialBalance?, query accountCurrency?, query accountTimezone?, query feed?, query timeframe?, query calendarCode?, query tags?, query study?, query codeVersion?, query sample?, query parameters?, query fileName?, query finish?, header Idempotency-Key?',
      body: 'required',
      ask: (call, id) => sendRun(call, { id }, 'x'),
    },
    'get /projects/{id}/tags': { ask: (call, id) => call.get(`/projects/${id}/tags`) },
  },
  successes: [
    ['post /imports/preview', 'a preview', () => previewFile(t.call, freqtradeResult())],
    ['post /projects', 'a project', () => post('/projects', projectInput())],
    ['get /projects', 'no projects', () => t.other.get('/projects')],
    ['get /projects', 'projects', async () => (await aProject(t.call), t.call.get('/projects'))],
    ['get /project-records', 'no projects', () => t.other.get('/project-records')],
    [
      'get /project-records',
      'a page of projects with and without sessions',
      async () => {
        await aProject(t.call);
        await aSession(t.call);
        return t.call.get('/project-records?count=2');
      },
    ],
    ['get /projects/{id}', 'a project', async () => t.call.get(`/projects/${(await aProject(t.call)).id}`)],
    [
      'patch /projects/{id}',
      'a changed project',
      async () => t.call.patch(`/projects/${(await aProject(t.call)).id}`, { name: 'x' }),
    ],
    [
      'delete /projects/{id}',
      'an empty project',
      async () => t.call.delete(`/projects/${(await aProject(t.call)).id}`),
    ],
    [
      'get /projects/{id}/tags',
      'tags',
      async () => {
        const { projectId } = await aSession(t.call, { tags: ['x', 'y'] });
        return t.call.get(`/projects/${projectId}/tags`);
      },
    ],
    [
      'post /projects/{id}/import',
      'new sessions of several strategies, with skipped rows',
      async () => {
        const trades = [aFreqtradeTrade(), aFreqtradeTrade({ is_open: true })];
        const file = freqtradeResult({ A: aRun({ trades }), B: aRun({ trades: [] }) });
        return sendRun(t.call, await aProject(t.call), file);
      },
    ],
    [
      'post /projects/{id}/import',
      'a repeat',
      async () => {
        const project = await aProject(t.call);
        await sendRun(t.call, project, freqtradeResult()).expect(201);
        return sendRun(t.call, project, freqtradeResult());
      },
    ],
    [
      'post /projects/{id}/import',
      'a preview',
      async () => sendRun(t.call, await aProject(t.call), freqtradeResult(), { preview: 'true' }),
    ],
    [
      'post /projects/{id}/import',
      'a preview of unclear money',
      async () =>
        sendRun(t.call, await aProject(t.call), UNCLEAR_MONEY, { preview: 'true', initialBalance: '1000' }),
    ],
    [
      'get /projects/{id}/comparison',
      'no sessions',
      async () => t.call.get(`/projects/${(await aProject(t.call)).id}/comparison`),
    ],
    [
      'get /projects/{id}/comparison',
      'sessions with and without trades',
      async () => {
        const { projectId } = await aSessionWith(t.call, pastTrades());
        await aSession(t.call, { projectId });
        return t.call.get(`/projects/${projectId}/comparison`);
      },
    ],
    [
      'get /projects/{id}/comparison',
      'all pairs',
      async () => {
        const { projectId } = await aSessionWith(t.call, pastTrades());
        for (const trades of [pastTrades(), []]) await aSessionWith(t.call, trades, { projectId });
        return t.call.get(`/projects/${projectId}/comparison?pairs=all`);
      },
    ],
  ],
  failures: [
    [
      'post /projects/{id}/import',
      'MONEY_UNCLEAR',
      async () => sendRun(t.call, await aProject(t.call), UNCLEAR_MONEY, { initialBalance: '1000' }),
    ],
    [
      'post /imports/preview',
      'QUOTA_STATISTICS',
      () => withQuota('statistics', () => previewFile(t.call, freqtradeResult())),
    ],
    ['post /imports/preview', 'BUSY', () => withFullQueue(() => previewFile(t.call, freqtradeResult()))],
    [
      'post /imports/preview',
      'STORAGE_FULL',
      () => withFullStorage(() => previewFile(t.call, freqtradeResult())),
    ],
    [
      'delete /projects/{id}',
      'PROJECT_NOT_EMPTY',
      async () => t.call.delete(`/projects/${(await aSession(t.call)).projectId}`),
    ],
    [
      'get /projects/{id}/comparison',
      'SESSION_NOT_FOUND',
      async () => t.call.get(`/projects/${(await aProject(t.call)).id}/comparison?sessionIds=${UNKNOWN_ID}`),
    ],
    [
      'get /projects/{id}/comparison',
      'BUSY',
      async () => {
        const { projectId } = await aSession(t.call);
        return withFullQueue(() => t.call.get(`/projects/${projectId}/comparison`));
      },
    ],
    [
      'get /projects/{id}/comparison',
      'TOO_MANY_TRADES',
      async () => {
        const { projectId } = await aSession(t.call);
        return withLongAnalyses(() => t.call.get(`/projects/${projectId}/comparison`));
      },
    ],
    ...(['sessions', 'trades'] as const).map((quota): Failure => [
      'post /projects/{id}/import',
      quota === 'sessions' ? 'QUOTA_SESSIONS' : 'QUOTA_TRADES',
      async () => {
        const project = await aProject(t.call);
        return withQuota(quota, () => sendRun(t.call, project, freqtradeResult()));
      },
    ]),
    [
      'post /projects/{id}/import',
      'QUOTA_STATISTICS',
      async () => {
        const project = await aProject(t.call);
        return withQuota('statistics', () =>
          sendRun(t.call, project, freqtradeResult(), { preview: 'true' }),
        );
      },
    ],
    [
      'post /projects/{id}/import',
      'BUSY',
      async () => {
        const project = await aProject(t.call);
        return withFullQueue(() => sendRun(t.call, project, freqtradeResult(), { preview: 'true' }));
      },
    ],
    [
      'post /projects/{id}/import',
      'STORAGE_FULL',
      async () => {
        const project = await aProject(t.call);
        return withFullStorage(() => sendRun(t.call, project, freqtradeResult()));
      },
    ],
    [
      'post /projects/{id}/import',
      'IDEMPOTENCY_KEY_REUSED',
      async () => {
        const key = { 'Idempotency-Key': 'key of an import' };
        await post('/projects', projectInput({ name: 'Another' })).set(key);
        return sendRun(t.call, await aProject(t.call), freqtradeResult()).set(key);
      },
    ],
    ['post /projects', 'IDEMPOTENCY_KEY_REUSED', () => withUsedKey('/projects', projectInput())],
  ],
};
