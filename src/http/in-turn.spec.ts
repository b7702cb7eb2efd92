import type { Request, RequestHandler, Response } from 'express';
import { inTurn } from './in-turn.js';

const [request, response] = [{} as Request, {} as Response];

async function outcomeOf(...handlers: RequestHandler[]): Promise<unknown> {
  return new Promise((resolve) => void inTurn(...handlers)(request, response, resolve));
}

describe('handlers in turn', () => {
  it('are called one after the other, asynchronous ones too', async () => {
    const called: number[] = [];
    const outcome = await outcomeOf(
      (_request, _response, next) => (called.push(1), next()),
      async (_request, _response, next) => {
        await Promise.resolve();
        called.push(2);
        next();
      },
      (_request, _response, next) => (called.push(3), next()),
    );
    expect(called).toEqual([1, 2, 3]);
    expect(outcome).toBeUndefined();
  });

  it.each<[string, RequestHandler]>([
    ['throws', () => { throw new Error('no'); }],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['hands on a problem', (_request, _response, next) => next(new Error('no'))],
  ])('end with the problem of one that %s', async (_what, failing) => {
    let isAfterCalled = false;
    const after = () => void (isAfterCalled = true);
    expect(await outcomeOf(failing, after)).toEqual(new Error('no'));
    expect(isAfterCalled).toBe(false);
  }); // prettier-ignore
});
