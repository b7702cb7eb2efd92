import fc from 'fast-check';
import type { StudyRow } from '../support/stored-study-rows.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { aProject, aSession, aTrade } from '../support/factories.js';
import { aRun, freqtradeResult, sendRun } from '../support/run-files.js';
import { studyOf } from '../support/trials.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const STEPS = [
  'create',
  'ingest',
  'ingest',
  'empty',
  'delete a trade',
  'copy',
  'move',
  'move',
  'import',
  'finish',
  'delete',
] as const;

const history = fc.array(
  fc.record({ step: fc.constantFrom(...STEPS), place: fc.nat(5), study: fc.constantFrom(null, 'A', 'B') }),
  { minLength: 5, maxLength: 25 },
);
type Step = (typeof history extends fc.Arbitrary<(infer One)[]> ? One : never) & object;

/**
 * Requests of one client to one project. A request that the state of the project does not allow fails, and must change
 * nothing.
 */
class Client {
  private readonly ids: string[] = [];
  private hour = 0;

  constructor(readonly projectId: string) {}

  async do({ step, place, study }: Step): Promise<void> {
    const id = this.ids[place % Math.max(1, this.ids.length)];
    if (step === 'create') await this.create(study);
    else if (step === 'import') await this.import(study);
    else if (id !== undefined) await this.change(id, step, study);
  }

  private async create(study: string | null): Promise<void> {
    const { id } = await aSession(t.call, { projectId: this.projectId, trial: { study } });
    this.ids.push(id);
  }

  private async import(study: string | null): Promise<void> {
    const query: Readonly<Record<string, string>> = study === null ? {} : { study };
    const { body } = await sendRun(t.call, { id: this.projectId }, freqtradeResult({ A: aRun() }), query);
    this.ids.push(body.sessions[0].session.id);
  }

  private async change(id: string, step: Step['step'], study: string | null): Promise<void> {
    const path = `/sessions/${id}`;
    this.hour += 1;
    if (step === 'ingest') {
      const market = (await t.call.get(path)).body.session?.assets[0] ?? {};
      const { symbol, feed } = market as { symbol?: string; feed?: string };
      await t.call.post(`${path}/trades`, { trades: [aTrade({ hour: this.hour, symbol, feed })] });
    }
    if (step === 'empty') await t.call.delete(`${path}/trades`);
    if (step === 'finish') await t.call.post(`${path}/finish`);
    if (step === 'move') await t.call.patch(path, { trial: { study } });
    if (step === 'delete') await t.call.delete(path);
    if (step === 'copy') {
      const { status, body } = await t.call.post(`${path}/copy`);
      if (status === 201) this.ids.push(body.session.id);
    }
    if (step === 'delete a trade') {
      const { body } = await t.call.get(`${path}/trades`);
      const trade = body.trades?.[0]?.id as string | undefined;
      if (trade !== undefined) await t.call.delete(`${path}/trades/${trade}`);
    }
  }
}

const keyOf = ({ study, sessionId, run }: StudyRow): string => `${study} ${sessionId} ${run}`;

/**
 * Returns the part of a row that must never change. This part includes the figures once they are final. If a row ended
 * because its session moved to another study, the figures of the row count as final only after the session is deleted.
 */
function lastingOf(row: StudyRow): object {
  const { createdAt, ended, figures, session } = row;
  const isFinal = ended === 'deleted' || ended === 'emptied' || (ended === 'moved' && session === null);
  return { createdAt, ...(ended !== null && { ended }), ...(isFinal && { figures }) };
}

describe('a random history of a project', () => {
  it('never lowers the count of a study, and never changes a row that has ended', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const client = new Client((await aProject(t.call)).id);
        let before = new Map<string, StudyRow>();
        for (const step of steps) {
          await client.do(step);
          const rows = await studyOf(t, client, '*');
          const after = new Map(rows.map((row) => [keyOf(row), row]));
          expect(after.size).toBe(rows.length);
          for (const [key, row] of before)
            expect({ step, key, row: after.get(key) }).toEqual({
              step,
              key,
              row: expect.objectContaining(lastingOf(row)),
            });
          expect(rows.filter(({ pending }) => pending)).toEqual([]);
          expect(rows.filter(({ figures }) => figures === null)).toEqual([]);
          before = after;
        }
      }),
      { numRuns: 25 },
    );
  });
});
