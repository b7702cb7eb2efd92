import { aProject, aSession, ingest } from '../support/factories.js';
import { aRun, anExampleStudy, dailyTrades } from '../support/example-study.js';
import { resultsOfP } from '../support/study-rows.js';
import { until } from '../support/until.js';
import { t } from './apps.js';
import { post, withFullAnalysisQueue, withLongAnalyses } from './requests.js';
import type { RouteFacts, Success } from './route-facts.js';

const ANALYSES = ['selection', 'overfitting', 'walk-forward'].map((name) => `analysis/${name}`);
const PATHS = [
  ...ANALYSES.map((path) => [path, ''] as const),
  ['leaderboard', ''],
  ['leaderboard/grid', '?x=fast&y=slow'],
  ['parameters', ''],
] as const;

let history: Promise<string> | undefined;
/**
 * Returns a project with the worked example, a deleted session, a copy and a session without labels. Tests only read
 * this project.
 */
const aStudyWithHistory = (): Promise<string> => (history ??= newStudyWithHistory());

async function newStudyWithHistory(): Promise<string> {
  const { projectId, sessions } = await anExampleStudy(t.call);
  await post(`/sessions/${sessions[9]!.id}/copy`).expect(201);
  await t.call.delete(`/sessions/${sessions[3]!.id}`).expect(204);
  await ingest(t.call, await aSession(t.call, { projectId }), dailyTrades([[0, 5]]));
  return projectId;
}

/** Creates three windows of a walk-forward, each with an in-sample and an out-of-sample session. */
async function aWalkForward(): Promise<string> {
  const { id } = await aProject(t.call);
  const results = resultsOfP(9, 90);
  for (const n of [0, 1, 2]) {
    const trial = { parameters: { n } };
    await aRun(t.call, id, results.slice(20 * n, 20 * n + 30), { trial: { ...trial, sample: 'in' } });
    await aRun(t.call, id, results.slice(20 * n + 30, 20 * n + 50), { trial: { ...trial, sample: 'out' } });
  }
  return id;
}

/**
 * Creates a study and waits until its figures are computed, so a later request only computes the tests of its panel.
 */
async function aStudyWithFigures(): Promise<string> {
  const { projectId } = await anExampleStudy(t.call);
  await until(
    async () => (await t.call.get(`/projects/${projectId}/analysis/selection`)).body.state === 'ready',
  );
  return projectId;
}

export const SELECTION_ROUTES: RouteFacts = {
  routes: {
    'get /projects/{id}/analysis/selection': {
      parameters: 'query count?, query cursor?, query study?, query level?, header If-None-Match?',
      ask: (call, id) => call.get(`/projects/${id}/analysis/selection`),
    },
    'get /projects/{id}/analysis/overfitting': {
      parameters: 'query study?, query blocks?, query paths?, query seed?, header If-None-Match?',
      ask: (call, id) => call.get(`/projects/${id}/analysis/overfitting`),
    },
    'get /projects/{id}/analysis/walk-forward': {
      parameters: 'query study?, header If-None-Match?',
      ask: (call, id) => call.get(`/projects/${id}/analysis/walk-forward`),
    },
    'get /projects/{id}/leaderboard': {
      parameters:
        'query count?, query cursor?, query search?, query status?, query tag?, query accountCurrency?, query startedFrom?, query startedTo?, query sessionIds?, query repeatsOf?, query sort?, query order?, query where?, query fold?, query all?, query verdicts?, query judged?, query currencies?, query study?, header If-None-Match?',
      ask: (call, id) => call.get(`/projects/${id}/leaderboard`),
    },
    'get /projects/{id}/leaderboard/grid': {
      parameters:
        'query study?, query x, query y?, query figure?, query aggregate?, query where?, header If-None-Match?',
      query: '?x=fast',
      ask: (call, id) => call.get(`/projects/${id}/leaderboard/grid?x=fast`),
    },
    'get /projects/{id}/parameters': {
      parameters: 'query study?, header If-None-Match?',
      ask: (call, id) => call.get(`/projects/${id}/parameters`),
    },
  },
  successes: [
    ...PATHS.flatMap(([path, query]): Success[] => [
      [
        `get /projects/{id}/${path}`,
        'no trades',
        async () => t.call.get(`/projects/${(await aProject(t.call)).id}/${path}${query}`),
      ],
      [
        `get /projects/{id}/${path}`,
        'tries with parameters, a duplicate and a deleted try',
        async () => t.call.get(`/projects/${await aStudyWithHistory()}/${path}${query}`),
      ],
    ]),
    [
      'get /projects/{id}/analysis/walk-forward',
      'windows',
      async () => t.call.get(`/projects/${await aWalkForward()}/analysis/walk-forward`),
    ],
    [
      'get /projects/{id}/analysis/selection',
      'a page',
      async () => t.call.get(`/projects/${await aStudyWithHistory()}/analysis/selection?count=2`),
    ],
    [
      'get /projects/{id}/leaderboard',
      'a page over all studies',
      async () => t.call.get(`/projects/${await aStudyWithHistory()}/leaderboard?count=2&study=*`),
    ],
    [
      'get /projects/{id}/leaderboard/grid',
      'one axis with texts',
      async () => {
        const { projectId } = await aSession(t.call);
        for (const exit of ['stop', 'trailing'])
          await aRun(t.call, projectId, [[0, exit.length]], { trial: { parameters: { exit } } });
        return t.call.get(`/projects/${projectId}/leaderboard/grid?x=exit&aggregate=max&figure=plNet`);
      },
    ],
  ],
  failures: [
    [
      'get /projects/{id}/analysis/overfitting',
      'BUSY',
      async () => {
        const projectId = await aStudyWithFigures();
        return withFullAnalysisQueue(() => t.call.get(`/projects/${projectId}/analysis/overfitting`));
      },
    ],
    [
      'get /projects/{id}/analysis/overfitting',
      'BUSY',
      async () => {
        const projectId = await aStudyWithFigures();
        return withLongAnalyses(() => t.call.get(`/projects/${projectId}/analysis/overfitting?seed=1`));
      },
    ],
  ],
};
