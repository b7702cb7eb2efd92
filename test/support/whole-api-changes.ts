import type supertest from 'supertest';
import type { DataSource } from 'typeorm';
import type { SessionRecord } from '../../src/sessions/session-record.dto.js';
import type { TradeRecord } from '../../src/trades/trade-record.dto.js';
import type { Caller } from './app.js';
import {
  type Answered,
  HOUR,
  T,
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  finish,
  ingest,
  statsOf,
  tradesWith,
} from './factories.js';
import { NO_ROWS, rowsOf } from './stored-rows.js';

/** Several instances on one database, with the same keys. */
export interface Instances {
  readonly calls: () => Caller[];
  readonly database: () => DataSource;
  /** Sends all requests at the same moment, alternating between the instances. */
  readonly atOnce: <T>(count: number, ask: (call: Caller, i: number) => PromiseLike<T>) => Promise<T[]>;
}

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

interface Named {
  readonly id: string;
}

const HEADER = 'clientId,side,qty,entryTime,entryPrice,exitTime,exitPrice';
const linesOf = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => {
    const entry = T + (from + i) * HOUR;
    return `line-${from + i},long,1,${entry},1000,${entry + HOUR / 2},1001`;
  });
const fileOf = (lines: readonly string[]): string => [HEADER, ...lines].join('\n');

const importInto = (call: Caller, { id }: Named, file: string, query = ''): supertest.Test =>
  call.post(`/sessions/${id}/trades/import${query}`).set('content-type', 'text/csv').send(file);

const record = async (call: Caller, { id }: Named): Promise<Answered<SessionRecord>> =>
  (await call.get(`/sessions/${id}/record`).expect(200)).body.session;

/** Returns a whole list, reading each page from the next instance. */
async function listed<Row>(calls: readonly Caller[], path: string, field: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  for (let page = 0; ; page += 1) {
    const call = calls[page % calls.length]!;
    const { body } = await call.get(`${path}count=7${cursor && `&cursor=${cursor}`}`).expect(200);
    rows.push(...body[field]);
    if (body.nextCursor === null) return rows;
    cursor = body.nextCursor;
  }
}

const tradesOf = (calls: readonly Caller[], { id }: Named): Promise<TradeRecord[]> =>
  listed(calls, `/sessions/${id}/trades?`, 'trades');

const exported = async (call: Caller, { id }: Named): Promise<string> =>
  (await call.get(`/sessions/${id}/trades/export?format=csv`).buffer(true).expect(200)).text;

/** Checks that every instance of the service returns a summary and statistics that agree, with `tradeCount` trades. */
async function expectTrades(calls: readonly Caller[], session: Named, tradeCount: number): Promise<void> {
  for (const call of calls) {
    const { plNet, winCount, lossCount } = await statsOf(call, session);
    const { summary } = await record(call, session);
    expect(summary).toMatchObject({ tradeCount, plNet, winCount, lossCount });
    expect((await statsOf(call, session)).tradeCount).toBe(tradeCount);
  }
}

/** Declares tests that list, change, copy, import and remove resources through several instances at once. */
export function describeChanges({ calls, database, atOnce }: Instances): void {
  it('sessions that several instances create and change are listed alike by all instances', async () => {
    const [call] = calls() as [Caller];
    const { id: projectId } = await aProject(call);
    const created = await atOnce(20, (each, i) => aSession(each, { projectId, tags: [`t${i % 3}`] }));
    await atOnce(20, (each, i) =>
      each.patch(`/sessions/${created[i]!.id}`, { name: `Renamed ${i}`, blindMode: true }).expect(200),
    );
    const all = await listed<SessionRecord>(calls(), `/sessions?projectId=${projectId}&`, 'sessions');
    expect(all.map(({ name }) => name).toSorted()).toEqual(created.map((_, i) => `Renamed ${i}`).toSorted());
    const filtered = `/sessions?projectId=${projectId}&tag=t1&search=renamed&status=active&`;
    expect(await listed(calls(), filtered, 'sessions')).toEqual(
      all.filter(({ tags }) => tags.includes('t1')),
    );
    for (const each of calls()) {
      const { body } = await each.get(`/projects/${projectId}/tags`).expect(200);
      expect(body.tags).toEqual([7, 7, 6].map((sessions, i) => ({ tag: `t${i}`, sessions })));
    }
    await call.patch(`/projects/${projectId}`, { name: 'Other' }).expect(200);
    for (const each of calls())
      expect((await each.get(`/projects/${projectId}`).expect(200)).body.project.name).toBe('Other');
  });

  it('trades that are edited, deleted and stored at the same time have matching figures', async () => {
    const session = await aSession(calls()[0]!);
    const sent = Array.from({ length: 30 }, (_, hour) => aTrade({ hour, plNet: 10 }));
    const { trades } = await ingest(calls()[0]!, session, sent);
    const pathOf = (i: number) => `/sessions/${session.id}/trades/${trades[i]!.id}`;
    await atOnce(40, async (call, i) => {
      if (i >= 30) return ingest(call, session, [aTrade({ hour: i, plNet: -1 })]);
      if (i % 3 === 0) return call.delete(pathOf(i)).expect(204);
      return call.patch(pathOf(i), { exitPrice: 1000 + i, note: `edit ${i}`, tags: ['edited'] }).expect(200);
    });
    const left = await tradesOf(calls(), session);
    expect(left.map(({ plNet }) => plNet)).toEqual([
      ...Array.from({ length: 30 }, (_, i) => i).filter((i) => i % 3 > 0),
      ...Array.from({ length: 10 }, () => -1),
    ]);
    await expectTrades(calls(), session, 30);
    expect((await statsOf(calls()[0]!, session)).plNet).toBe(left.reduce((sum, { plNet }) => sum + plNet, 0));
    const filtered = await listed<TradeRecord>(
      calls(),
      `/sessions/${session.id}/trades?outcome=win&order=desc&`,
      'trades',
    );
    expect(filtered).toEqual(left.filter(({ plNet }) => plNet > 0).toReversed());
    for (const call of calls()) {
      expect((await call.get(pathOf(1)).expect(200)).body.trade).toEqual(left[0]);
      await call.get(pathOf(0)).expect(404);
    }
  });

  it('only one of several states is stored if all are sent at once with the same precondition', async () => {
    const session = await aSession(calls()[0]!);
    const path = `/sessions/${session.id}/state`;
    const put = (call: Caller, header: string, value: string, at: number) =>
      call.put(path, { state: { at } }).set(header, value);
    const first = await atOnce(8, (call, i) => put(call, 'if-none-match', '*', i));
    expect(sorted(first.map(({ status }) => status))).toEqual([200, ...Array(7).fill(412)]);
    const { etag } = first.find(({ status }) => status === 200)!.headers;
    const second = await atOnce(8, (call, i) => put(call, 'if-match', etag!, 100 + i));
    const winner = second.findIndex(({ status }) => status === 200);
    expect(second.filter(({ status }) => status === 412)).toHaveLength(7);
    for (const call of calls()) {
      const { body, headers } = await call.get(path).expect(200);
      expect([body.state, headers['etag']]).toEqual([{ at: 100 + winner }, second[winner]!.headers['etag']]);
    }
  });

  it('a file that several instances import at once is stored once, and its export equals the file', async () => {
    const session = await aSession(calls()[0]!);
    const lines = linesOf(1_200);
    const preview = await importInto(calls()[0]!, session, fileOf(lines), '?preview=true').expect(200);
    expect(preview.body).toMatchObject({
      counts: { new: 1_200 },
      before: { tradeCount: 0 },
      after: { plNet: 1_200 },
    });
    const answers = await atOnce(4, (call) => importInto(call, session, fileOf(lines)).expect(201));
    expect(answers.reduce((sum, { body }) => sum + body.inserted, 0)).toBe(1_200);
    const longer = await importInto(calls()[0]!, session, fileOf([...lines, ...linesOf(10, 1_200)])).expect(
      201,
    );
    expect(longer.body).toMatchObject({ inserted: 10, stored: 1_200 });
    await expectTrades(calls(), session, 1_210);
    const [one, ...others] = await Promise.all(calls().map((call) => exported(call, session)));
    for (const other of others) expect(other).toBe(one);
    const again = await aSession(calls()[0]!);
    await importInto(calls().at(-1)!, again, one!).expect(201);
    expect(await exported(calls()[0]!, again)).toBe(one);
    const batch = { trades: [aTrade(), { ...aTrade(), clientId: 'line-0' }] };
    const { body } = await calls()[0]!.post(`/sessions/${session.id}/trades/preview`, batch).expect(200);
    expect(body.counts).toEqual({ new: 1, stored: 0, conflict: 1, invalid: 0 });
  });

  it('a copy is made once if several requests with one Idempotency-Key arrive at once, and can be compared with its original', async () => {
    const [call] = calls() as [Caller];
    const original = await aSessionWith(call, tradesWith(5, -3, 0, 8), { tags: ['x'] });
    await call.put(`/sessions/${original.id}/state`, { state: { at: 1 } }).expect(200);
    await finish(call, original);
    const fees = { feesConfig: { entryFee: 1, exitFee: 1, type: 'fixed' } };
    const answers = await atOnce(6, (each) =>
      each.post(`/sessions/${original.id}/copy`, fees).set('idempotency-key', original.id).expect(201),
    );
    const copy: Answered<SessionRecord> = answers[0]!.body.session;
    for (const { body } of answers) expect(body.session).toEqual(copy);
    expect(copy).toMatchObject({
      status: 'active',
      tags: ['x'],
      summary: { tradeCount: 4, plGross: 10, feesPaid: 8, plNet: 2 },
    });
    await expectTrades(calls(), copy, 4);
    const { projectId } = original;
    const path = `/projects/${projectId}/comparison?sessionIds=${copy.id},${original.id}`;
    const compared = await Promise.all(calls().map((each) => each.get(path).expect(200)));
    for (const { body } of compared) {
      expect(body).toEqual(compared[0]!.body);
      expect(body.sessions.map(({ figures }: { figures: { plNet: number } }) => figures.plNet)).toEqual([
        2, 10,
      ]);
      expect(body.pairs).toHaveLength(1);
    }
    for (const each of calls())
      expect((await each.get(`/sessions/${copy.id}/state`).expect(200)).body.state).toEqual({ at: 1 });
  });

  it('a resource that one instance removes is gone for all instances', async () => {
    const [call] = calls() as [Caller];
    const session = await aSessionWith(call, tradesWith(1, 2, 3));
    const path = `/sessions/${session.id}`;
    // Each instance caches some data of the resource.
    for (const each of calls()) await statsOf(each, session);
    const removed = await atOnce(4, (each) => each.delete(`${path}/trades`).expect(200));
    expect(sorted(removed.map(({ body }) => body.removed))).toEqual([0, 0, 0, 3]);
    await expectTrades(calls(), session, 0);
    await ingest(call, session, tradesWith(4));
    await call.put(`${path}/state`, { state: { at: 1 } }).expect(200);
    await call.delete(`/projects/${session.projectId}`).expect(409);
    expect(await rowsOf(database(), session)).toEqual({
      sessions: 1,
      session_assets: 1,
      trades: 1,
      session_states: 1,
      session_imports: 0,
      playheads: 0,
      first_answers: 0,
    });
    const deleted = await atOnce(4, (each) => each.delete(path));
    expect(sorted(deleted.map(({ status }) => status))).toEqual([204, 404, 404, 404]);
    expect(await rowsOf(database(), session)).toEqual(NO_ROWS);
    for (const each of calls()) {
      for (const gone of ['', '/record', '/stats', '/trades', '/state', '/trades/export'])
        await each.get(path + gone).expect(404);
      await each.post(`${path}/trades`, { trades: [aTrade()] }).expect(404);
      await importInto(each, session, fileOf(linesOf(1))).expect(404);
      await each.post(`${path}/copy`).expect(404);
    }
    await calls().at(-1)!.delete(`/projects/${session.projectId}`).expect(204);
    for (const each of calls()) await each.get(`/projects/${session.projectId}`).expect(404);
  });
}
