import { DataSource } from 'typeorm';
import { type TestApp, startTestApp } from '../support/app.js';
import { MINUTE, T, aSession, aTrade, ingest } from '../support/factories.js';
import { storedAnswers } from '../support/kept-answers.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('POST /sessions/{id}/rewind', () => {
  it('removes up to 100,000 trades', async () => {
    const session = await aSession(t.call);
    const rewind = ({ id }: { id: string }) => t.call.post(`/sessions/${id}/rewind`, { to: T + MINUTE });
    await ingest(t.call, session, [aTrade({ entryTime: T + MINUTE, exitTime: T + 2 * MINUTE })]);
    const fill = (count: number) =>
      t.app.get(DataSource).query(
        `INSERT INTO trades SELECT r.* FROM trades t, generate_series(1, $2::int) n,
           jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'client_id', 'n' || n)) r
         WHERE t.session_id = $1 AND t.client_id NOT LIKE 'n%'`,
        [session.id, count],
      );
    const stale = 'UPDATE sessions SET summary_revision = NULL WHERE id = $1';
    await fill(100_000);
    await t.app.get(DataSource).query(stale, [session.id]);
    const refused = await rewind(session);
    expectProblem(refused, 'VALIDATION_FAILED', ['to']);
    expect(refused.body.details).toEqual([
      { field: 'to', message: 'would remove more than 100000 trades: go back in several steps' },
    ]);
    await t.app
      .get(DataSource)
      .query(`DELETE FROM trades WHERE session_id = $1 AND client_id = 'n7'`, [session.id]);
    expect((await rewind(session).expect(200)).body).toEqual({ removed: 100_000, playhead: null });
    expect(await storedAnswers(t.app.get(DataSource), session.id)).toMatchObject({
      earlierRuns: 1,
      changed: [],
    });
  });
});
