import { t } from './apps.js';
import { aStoredKey, post } from './requests.js';
import { type RouteFacts } from './route-facts.js';

export const KEYS_ROUTES: RouteFacts = {
  routes: {
    'get /keys': { parameters: 'query count?, query cursor?' },
    'post /keys': { body: 'required' },
    'post /keys/{id}/revoke': { body: 'optional', ask: (call, id) => call.post(`/keys/${id}/revoke`) },
    'post /keys/{id}/rotate': { body: 'optional', ask: (call, id) => call.post(`/keys/${id}/rotate`) },
    'get /me': {},
  },
  successes: [
    [
      'get /keys',
      'keys of every state and a page that is not the last',
      async () => {
        await post(`/keys/${(await aStoredKey()).id}/revoke`).expect(200);
        await aStoredKey({ expiresAt: Date.now() + 60_000 });
        return t.call.get('/keys?count=2');
      },
    ],
    ['get /keys', 'no stored keys', () => t.other.get('/keys')],
    ['post /keys', 'a key', () => post('/keys', { name: 'a', scopes: ['read'] })],
    ['post /keys/{id}/rotate', 'a new key', async () => post(`/keys/${(await aStoredKey()).id}/rotate`)],
    ['post /keys/{id}/revoke', 'a revoked key', async () => post(`/keys/${(await aStoredKey()).id}/revoke`)],
    ['get /me', 'a key of the settings', () => t.call.get('/me')],
  ],
  failures: [
    [
      'post /keys/{id}/rotate',
      'KEY_NOT_VALID',
      async () => {
        const { id } = await aStoredKey();
        await post(`/keys/${id}/revoke`).expect(200);
        return post(`/keys/${id}/rotate`);
      },
    ],
  ],
};
