import { DataSource } from 'typeorm';
import type { SessionRecord } from '../../src/sessions/session-record.dto.js';
import type { TradeRecordsAnswer } from '../../src/trades/trade-record.dto.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { copyRows } from '../support/copy-rows.js';
import { type Fields, aProject, aSession, aSessionWith, aTrade } from '../support/factories.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface SessionPage {
  readonly sessions: readonly Pick<SessionRecord, 'id'>[];
  readonly nextCursor: string | null;
}

/** Returns every page of a list, one after the other. */
async function pagesOf<Page extends { readonly nextCursor: string | null }>(
  path: string,
  query: Fields,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)!.nextCursor) {
    const request = t.call.get(path).query({ ...query, ...(cursor && { cursor }) });
    pages.push((await request.expect(200)).body as Page);
  }
  return pages;
}

it('a list of sessions examines at most 20,000 sessions per page, and the next page continues after the last examined session', async () => {
  const { id: projectId } = await aProject(t.call);
  const oldest = await aSession(t.call, { projectId, name: 'needle' });
  const template = await aSession(t.call, { projectId, name: 'hay' });
  const database = t.app.get(DataSource);
  // Inserts in parts, because the embedded database runs one statement at a time.
  for (let start = 0; start < 20_000; start += 2_000) {
    const part = `generate_series(${start + 1}, ${start + 2_000}) i WHERE s.id = '${template.id}'`;
    await copyRows(database, 'sessions', part, { id: 'gen_random_uuid()', created_at: 's.created_at + i' });
    const createdAt = template.createdAt + start;
    const others = `o.project_id = '${projectId}' AND o.name = 'hay' AND o.id <> s.session_id
      AND o.created_at > ${createdAt} AND o.created_at <= ${createdAt + 2_000}`;
    const assets = `sessions o WHERE s.session_id = '${template.id}' AND ${others}`;
    await copyRows(database, 'session_assets', assets, { session_id: 'o.id' });
  }
  await database.query('ANALYZE sessions');
  for (const query of [{ search: 'NEEDLE' }, { tag: 'none' }, { status: 'finished' }]) {
    const pages = await pagesOf<SessionPage>('/sessions', { projectId, ...query });
    expect(pages.map(({ sessions }) => sessions.map(({ id }) => id))).toEqual([
      [],
      'search' in query ? [oldest.id] : [],
    ]);
  }
  // A page that is full before it has examined 20,000 sessions ends at its last session.
  const { body: first } = await t.call
    .get(`/sessions?projectId=${projectId}&search=hay&count=500`)
    .expect(200);
  expect(first.sessions).toHaveLength(500);
  await database.query(
    `DELETE FROM session_assets WHERE session_id IN (SELECT id FROM sessions WHERE project_id = $1)`,
    [projectId],
  );
  await database.query('DELETE FROM sessions WHERE project_id = $1', [projectId]);
});

it('a list of trades examines at most 20,000 trades per page, and the next page continues after the last examined trade', async () => {
  const session = await aSessionWith(t.call, [
    aTrade({ clientId: 'first', plNet: -1, note: 'Lost' }),
    aTrade({ clientId: 'last', hour: 1_000_000, plNet: -1, note: 'Lost' }),
  ]);
  // Inserts in parts, because the embedded database runs one statement at a time.
  for (let start = 0; start < 45_000; start += 3_000) {
    await t.app.get(DataSource).query(
      `INSERT INTO trades SELECT (jsonb_populate_record(t, jsonb_build_object('client_id', 'more-' || i,
         'id', gen_random_uuid(), 'pl_net', CASE i WHEN 19999 THEN -1 ELSE 1 END, 'exit_time', t.exit_time + 1000 * i,
         'note', CASE i WHEN 19999 THEN 'Lost' ELSE 'Won' END))).*
       FROM trades t, generate_series($2::int + 1, $2::int + 3000) i WHERE session_id = $1 AND client_id = 'first'`,
      [session.id, start],
    );
  }
  // The first page examines 20,000 trades. The last examined trade matches.
  const losses = async (order: string, filter: Record<string, string>) => {
    const pages = await pagesOf<TradeRecordsAnswer>(`/sessions/${session.id}/trades`, {
      order,
      ...filter,
      count: 10,
    });
    return pages.map(({ trades }) => trades.map(({ clientId }) => clientId));
  };
  for (const filter of [{ outcome: 'loss' }, { search: 'lost' }] as Record<string, string>[]) {
    expect(await losses('asc', filter)).toEqual([['first', 'more-19999'], [], ['last']]);
    expect(await losses('desc', filter)).toEqual([['last'], ['more-19999'], ['first']]);
  }
});

it('a list of projects examines at most 20,000 projects per page, and the next page continues after the last examined project', async () => {
  const oldest = await aProject(t.other, { name: 'needle' });
  const template = await aProject(t.other, { name: 'hay' });
  const database = t.app.get(DataSource);
  for (let start = 0; start < 20_000; start += 4_000) {
    const part = `generate_series(${start + 1}, ${start + 4_000}) i WHERE s.id = '${template.id}'`;
    await copyRows(database, 'projects', part, { id: 'gen_random_uuid()', created_at: 's.created_at + i' });
  }
  const pagesFor = async (query: Fields) => {
    const found: { id: string; sessionCount: number }[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const request = t.other.get('/project-records').query({ ...query, ...(cursor && { cursor }) });
      const { body } = await request.expect(200);
      found.push(body.projects);
      cursor = body.nextCursor as string | null;
    }
    return found;
  };
  const found = await pagesFor({ search: 'NEEDLE' });
  expect(found.map((projects) => projects.map(({ id }) => id))).toEqual([[], [oldest.id]]);
  const all = await pagesFor({ count: 500 });
  expect(all.map(({ length }) => length)).toEqual([...Array.from({ length: 40 }, () => 500), 2]);
  expect(new Set(all.flat().map(({ id }) => id)).size).toBe(20_002);
});
