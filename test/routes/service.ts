import { KeysService } from '../../src/platform/auth/keys.service.js';
import { t } from './apps.js';
import { aStoredTrade } from './requests.js';
import { type RouteFacts } from './route-facts.js';

export const SERVICE_ROUTES: RouteFacts = {
  routes: {
    'get /audit': {
      parameters:
        'query count?, query cursor?, query from?, query to?, query action?, query resourceId?, query actor?, query format?',
    },
    'get /health/live': {},
    'get /health/ready': {},
    'get /metrics': {},
    'get /usage': {},
  },
  successes: [
    ['get /health/live', 'alive', () => t.stranger.get('/health/live')],
    ['get /health/ready', 'ready', () => t.stranger.get('/health/ready')],
    [
      'get /audit',
      'a page before the last page, with changes that have a trade, a count or neither',
      async () => {
        await t.call.delete((await aStoredTrade()).path);
        return t.call.get('/audit?count=3');
      },
    ],
    [
      'get /audit',
      'a change by a command',
      async () => {
        const { secret } = await t.app
          .get(KeysService)
          .create({ name: 'auditor', workspace: 'audited', scopes: ['admin'], expiresAt: null });
        return t.stranger.get('/audit').set('x-api-key', secret);
      },
    ],
    ['get /usage', 'quotas and usage', () => t.call.get('/usage')],
  ],
  failures: [],
};
