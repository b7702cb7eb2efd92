import { DataSource } from 'typeorm';
import { Session } from '../../src/sessions/session.entity.js';
import type { TradeRecord } from '../../src/trades/trade-record.dto.js';
import { type TestApp, startTestApp } from '../support/app.js';
import {
  type Fields,
  aSession,
  aSessionWith,
  aTrade,
  finish,
  ingest,
  statsOf,
} from '../support/factories.js';
import { download, exportPathOf, rowsOf } from '../support/parquet.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface Id {
  readonly id: string;
}

const recordsOf = async ({ id }: Id, query = ''): Promise<TradeRecord[]> =>
  (await t.call.get(`/sessions/${id}/trades?${query}`).expect(200)).body.trades;

/** Returns the positionIds of a session's trades, in the order of the list. */
const positionsOf = async (session: Id): Promise<unknown[]> =>
  (await recordsOf(session)).map(({ positionId }) => positionId);

const revisionsOf = async ({ id }: Id) => {
  const row = await t.app.get(DataSource).getRepository(Session).findOneByOrFail({ id });
  return { revision: row.revision, labelRevision: row.labelRevision };
};

/** Creates a session with one trade, and returns functions that edit and read this trade. */
async function aStoredTrade(fields: Fields) {
  const sent = aTrade(fields);
  const session = await aSessionWith(t.call, [sent]);
  const [{ id }] = (await recordsOf(session)) as [TradeRecord];
  const edit = (edited: Fields) => t.call.patch(`/sessions/${session.id}/trades/${id}`, edited);
  const now = async () => [await positionsOf(session), await revisionsOf(session)];
  return { sent, session, edit, now };
}

/** Texts of a form that csv, COPY or PostgreSQL could change. */
const UNUSUAL = [
  'p',
  '=1+1',
  "'quoted'",
  'NULL',
  'null',
  '\\N',
  ' a ',
  'a,"b";\t|\r\n',
  '😀',
  '\u0001',
  '{}',
];

describe('the positionId of a trade', () => {
  it('is part of the record but not of the trade, and null when absent', async () => {
    const session = await aSession(t.call);
    const list = [aTrade({ positionId: 'p' }), aTrade({ positionId: null, hour: 1 }), aTrade({ hour: 2 })];
    const { trades } = await ingest(t.call, session, list);
    for (const trade of trades) expect(trade).not.toHaveProperty('positionId');
    expect(await positionsOf(session)).toEqual(['p', null, null]);
  });

  it.each([['x'], ['x'.repeat(128)], ['😀'.repeat(128)], ...UNUSUAL.map((text) => [text])])(
    'may be %j',
    async (positionId) => {
      const { session, edit } = await aStoredTrade({ positionId });
      expect(await positionsOf(session)).toEqual([positionId]);
      await edit({ positionId: null }).expect(200);
      expect((await edit({ positionId }).expect(200)).body.trade.positionId).toBe(positionId);
      const query = `positionId=${encodeURIComponent(positionId)}`;
      expect(await recordsOf(session, query)).toHaveLength(1);
    },
  );

  it.each([[''], ['x'.repeat(129)], ['😀'.repeat(129)], [7], [true], [['p']], [{}], ['\0'], ['\ud800']])(
    'must be a text of 1 to 128 characters: %j',
    async (positionId) => {
      const { session, edit } = await aStoredTrade({});
      const refused = await t.call.post(`/sessions/${session.id}/trades`, {
        trades: [aTrade({ positionId })],
      });
      expectProblem(refused, 'VALIDATION_FAILED', ['trades[0].positionId']);
      expectProblem(await edit({ positionId }), 'VALIDATION_FAILED', ['positionId']);
    },
  );

  it('is no content: a repeated clientId with another positionId is a repeat, and the stored one stays', async () => {
    const { sent, session } = await aStoredTrade({ positionId: 'p' });
    const send = (fields: Fields) =>
      t.call.post(`/sessions/${session.id}/trades`, { trades: [{ ...sent, ...fields }] });
    for (const positionId of ['p', 'q', null, undefined])
      expect((await send({ positionId }).expect(201)).body.inserted).toBe(0);
    expectProblem(await send({ positionId: 'p', qty: 9 }), 'CLIENT_ID_CONFLICT', ['trades[0].clientId']);
    expect(await positionsOf(session)).toEqual(['p']);
    await finish(t.call, session);
    expect((await send({ positionId: 'q' }).expect(201)).body.inserted).toBe(0);
    expect(await positionsOf(session)).toEqual(['p']);
  });

  it('is changed and cleared by an edit, which changes only the revision of the labels', async () => {
    const { sent, session, edit, now } = await aStoredTrade({ positionId: 'p' });
    const stats = await statsOf(t.call, session);
    const { revision, labelRevision } = await revisionsOf(session);
    const [before] = await recordsOf(session);
    const { trade } = (await edit({ positionId: 'q' }).expect(200)).body;
    expect(trade).toEqual({ ...before, positionId: 'q', updatedAt: trade.updatedAt });
    expect(await now()).toEqual([['q'], { revision, labelRevision: labelRevision + 1 }]);
    await edit({ positionId: 'q' }).expect(200);
    await edit({ note: '' }).expect(200);
    expect(await now()).toEqual([['q'], { revision, labelRevision: labelRevision + 1 }]);
    await edit({ positionId: null }).expect(200);
    expect(await now()).toEqual([[null], { revision, labelRevision: labelRevision + 2 }]);
    expect(await statsOf(t.call, session)).toEqual(stats);
    await edit({ positionId: 'r', qty: 3 }).expect(200);
    expect(await now()).toEqual([['r'], { revision: revision + 1, labelRevision: labelRevision + 3 }]);
    await edit({ qty: 4 }).expect(200);
    expect(await positionsOf(session)).toEqual(['r']);
    const again = await t.call.post(`/sessions/${session.id}/trades`, { trades: [sent] }).expect(201);
    expect(again.body.inserted).toBe(0);
  });

  it('can be set after the finish only where there is none', async () => {
    const { session, edit, now } = await aStoredTrade({});
    await finish(t.call, session);
    await edit({ positionId: null }).expect(200);
    await edit({ positionId: 'p', note: 'n' }).expect(200);
    const state = await now();
    expect(state[0]).toEqual(['p']);
    for (const fields of [{ positionId: 'q' }, { positionId: null }, { positionId: null, note: 'x' }])
      expectProblem(await edit(fields), 'SESSION_FINISHED');
    expect(await now()).toEqual(state);
    await edit({ positionId: 'p', note: 'x' }).expect(200);
    expect(await positionsOf(session)).toEqual(['p']);
  });

  it('selects trades of the list, whose cursor belongs to the filter', async () => {
    const trades = Array.from({ length: 7 }, (_, hour) =>
      aTrade({ hour, positionId: hour % 2 ? 'odd' : null }),
    );
    const session = await aSessionWith(t.call, trades);
    const path = `/sessions/${session.id}/trades?count=2`;
    const { body: first } = await t.call.get(`${path}&positionId=odd`).expect(200);
    const { body: second } = await t.call
      .get(`${path}&positionId=odd&cursor=${first.nextCursor}`)
      .expect(200);
    const found = [...first.trades, ...second.trades].map(({ clientId }: TradeRecord) => clientId);
    expect(found).toEqual([1, 3, 5].map((hour) => trades[hour]!.clientId));
    expect(second.nextCursor).toBeNull();
    for (const other of ['', '&positionId=even'])
      expectProblem(await t.call.get(`${path}${other}&cursor=${first.nextCursor}`), 'VALIDATION_FAILED', [
        'cursor',
      ]);
    expect(await recordsOf(session, 'positionId=ODD')).toEqual([]);
    for (const refused of ['', 'x'.repeat(129)])
      expectProblem(await t.call.get(`${path}&positionId=${refused}`), 'VALIDATION_FAILED', ['positionId']);
  });
});

describe('the positionIds of trades', () => {
  const trades = () => [...UNUSUAL, null].map((positionId, hour) => aTrade({ positionId, hour }));

  it.each(['csv', 'ndjson'])('return unchanged after an export as %s', async (format) => {
    const original = await aSessionWith(t.call, trades());
    const { text } = await t.call.get(exportPathOf(original, format)).buffer(true).expect(200);
    const other = await aSession(t.call);
    const imported = await t.call
      .post(`/sessions/${other.id}/trades/import`)
      .set('content-type', format === 'csv' ? 'text/csv' : 'application/x-ndjson')
      .send(text)
      .expect(201);
    expect(imported.body.inserted).toBe(UNUSUAL.length + 1);
    expect(await positionsOf(other)).toEqual([...UNUSUAL, null]);
    if (format === 'ndjson') expect(text.trimEnd().split('\n').at(-1)).toContain('"positionId":null,');
  });

  it('are in a Parquet file and in every copy', async () => {
    const session = await aSessionWith(t.call, trades());
    const rows = await rowsOf(await download(t.call, session));
    expect(rows.map(({ positionId }) => positionId)).toEqual([...UNUSUAL, null]);
    for (const fields of [{}, { costs: 'recompute' }]) {
      const { body } = await t.call.post(`/sessions/${session.id}/copy`, fields).expect(201);
      expect(await positionsOf(body.session)).toEqual([...UNUSUAL, null]);
    }
  });

  it('are empty in a csv if they are absent', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const { text } = await t.call.get(exportPathOf(session, 'csv')).buffer(true).expect(200);
    const [header, row] = text.split('\r\n').map((line: string) => line.split(','));
    expect(row![header!.indexOf('positionId')]).toBe('');
  });
});
