import { aProject, aSession, aSessionWith, projectInput } from '../support/factories.js';
import { t } from './apps.js';
import { UNKNOWN_ID, pastTrades, post, withFullQueue, withUsedKey } from './requests.js';
import { type RouteFacts } from './route-facts.js';

export const PROJECTS_ROUTES: RouteFacts = {
  routes: {
    'get /projects': {},
    'get /project-records': { parameters: 'query count?, query cursor?, query search?' },
    'post /projects': { parameters: 'header Idempotency-Key?', body: 'required' },
    'delete /projects/{id}': { ask: (call, id) => call.delete(`/projects/${id}`) },
    'get /projects/{id}': { ask: (call, id) => call.get(`/projects/${id}`) },
    'patch /projects/{id}': {
      body: 'optional',
      ask: (call, id) => call.patch(`/projects/${id}`, { name: 'x' }),
    },
    'get /projects/{id}/comparison': {
      parameters: 'query breakEvenThreshold?, query sessionIds?',
      ask: (call, id) => call.get(`/projects/${id}/comparison`),
    },
    'get /projects/{id}/tags': { ask: (call, id) => call.get(`/projects/${id}/tags`) },
  },
  successes: [
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
  ],
  failures: [
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
    ['post /projects', 'IDEMPOTENCY_KEY_REUSED', () => withUsedKey('/projects', projectInput())],
  ],
};
