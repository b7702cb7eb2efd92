import type { NextFunction, Request, Response } from 'express';
import { quotasOf } from '../auth/quotas.js';
import type { WorkspaceQuotas } from '../auth/workspace-quotas.js';
import type { RedisConnection } from './redis-connection.js';
import { RequestQuotas } from './request-quotas.js';

it('requests that wait for the same look-up of a quota are counted one by one', async () => {
  let found = (_quotas: object) => {};
  const lookUp = new Promise<object>((resolve) => (found = resolve));
  const quotas = new RequestQuotas(
    { get: () => lookUp } as unknown as WorkspaceQuotas,
    { client: null } as RedisConnection,
  );
  const request = {
    principal: { workspaceId: 'w' },
    path: '/projects',
    app: { get: () => false },
    headers: {},
  };
  const response = { headersSent: false, setHeader: () => {}, append: () => {} };
  const passed: boolean[] = [];
  const next = ((error?: unknown) => passed.push(error === undefined)) as NextFunction;
  const handled = Array.from({ length: 8 }, () =>
    quotas.handler({ ...request } as unknown as Request, response as unknown as Response, next),
  );
  found({ ...quotasOf(null), requestsPerMinute: 5 });
  await Promise.all(handled);
  expect(passed.filter(Boolean)).toHaveLength(5);
  expect(passed).toHaveLength(8);
  expect(await quotas.countOf('w')).toBe(8);
});
