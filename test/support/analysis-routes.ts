import { type TestApp } from './app.js';
import { aSession, aTrade, ingest } from './factories.js';
import { anExampleSession } from './example-session.js';
import { expectProblem } from './problems.js';

const UNKNOWN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

/**
 * Declares the tests that apply to every analysis.
 * @param path of the route within a session
 * @param required query parameters of the route
 * @param another query parameter, which changes the response
 * @param readsLabels true if the ETag covers the labels of the session and of its trades
 */
export function describeAnalysis(
  app: () => TestApp,
  path: string,
  required = '',
  another = 'breakEvenThreshold=1',
  readsLabels = false,
): void {
  const ask = (id: string, query = required) => app().call.get(`/sessions/${id}/${path}${query}`);
  const withAnother = `${required === '' ? '?' : `${required}&`}${another}`;

  describe(`GET /sessions/{id}/${path}, like any analysis,`, () => {
    it('returns 304 until the trades change', async () => {
      const { id } = await anExampleSession(app().call);
      const first = await ask(id).expect(200);
      expect(Object.keys(first.body)[0]).toBe('calculationVersion');
      const etag = first.headers['etag']!;
      expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
      expect((await ask(id).set('if-none-match', etag).expect(304)).text).toBe('');
      expect((await ask(id).expect(200)).text).toBe(first.text);
      expect((await ask(id, withAnother).expect(200)).headers['etag']).not.toBe(etag);
      await ingest(app().call, { id }, [aTrade()]);
      const changed = await ask(id).set('if-none-match', etag).expect(200);
      expect(changed.headers['etag']).not.toBe(etag);
    });

    it('returns the same response after a change of labels', async () => {
      const { id } = await anExampleSession(app().call);
      const { headers, text } = await ask(id).expect(200);
      await app()
        .call.patch(`/sessions/${id}`, { name: 'Another', tags: ['x'] })
        .expect(200);
      const again = ask(id).set('if-none-match', headers['etag']!);
      if (readsLabels) expect((await again.expect(200)).text).toBe(text);
      else await again.expect(304);
    });

    it('states the reason if there are no trades', async () => {
      const { id } = await aSession(app().call);
      const { body } = await ask(id).expect(200);
      expect(body.reason).toBe('no-trades');
    });

    it("finds only the sessions of the caller's workspace", async () => {
      const { id } = await anExampleSession(app().call);
      const { headers } = await ask(id).expect(200);
      const other = app().other.get(`/sessions/${id}/${path}${required}`);
      expectProblem(await other.set('if-none-match', headers['etag']!), 'SESSION_NOT_FOUND');
      for (const unknown of [UNKNOWN, 'x']) expectProblem(await ask(unknown), 'SESSION_NOT_FOUND');
    });

    it('returns 404 after its session is deleted', async () => {
      const { id } = await anExampleSession(app().call);
      const { headers } = await ask(id).expect(200);
      await app().call.delete(`/sessions/${id}`).expect(204);
      expectProblem(await ask(id).set('if-none-match', headers['etag']!), 'SESSION_NOT_FOUND');
    });

    it('refuses unknown parameters', async () => {
      const { id } = await aSession(app().call);
      expectProblem(await ask(id, `${withAnother}&limit=1`), 'VALIDATION_FAILED', ['limit']);
    });

    if (another !== 'breakEvenThreshold=1') return;

    it.each(['-1', 'x', '', '1000000001', '1e999'])('refuses the threshold %j', async (threshold) => {
      const { id } = await aSession(app().call);
      const query = `${required === '' ? '?' : `${required}&`}breakEvenThreshold=${threshold}`;
      expectProblem(await ask(id, query), 'VALIDATION_FAILED', ['breakEvenThreshold']);
    });

    it('accepts thresholds up to the limit', async () => {
      const { id } = await aSession(app().call);
      await ask(id, withAnother.replace(/1$/, '1000000000')).expect(200);
    });
  });
}
