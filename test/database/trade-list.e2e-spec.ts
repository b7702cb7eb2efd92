import fc from 'fast-check';
import type { TradeRecord, TradeRecordsAnswer } from '../../src/trades/trade-record.dto.js';
import { TestApp, startTestApp } from '../support/app.js';
import { HOUR, MINUTE, T, aSession, aSessionWith, aTrade, ingest, statsOf } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { propertyRuns } from '../support/property-runs.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Id = { readonly id: string };

async function pageOf({ id }: Id, query = ''): Promise<TradeRecordsAnswer> {
  return (await t.call.get(`/sessions/${id}/trades?${query}`).expect(200)).body;
}

/** Returns all pages of a list, one after the other. */
async function allOf(session: Id, query = '', between = () => Promise.resolve()): Promise<TradeRecord[][]> {
  const pages: TradeRecord[][] = [];
  let next: string | null = '';
  while (next !== null) {
    const { trades, nextCursor }: TradeRecordsAnswer = await pageOf(
      session,
      next === '' ? query : `${query}&cursor=${next}`,
    );
    pages.push([...trades]);
    next = nextCursor;
    await between();
  }
  return pages;
}

const clientIds = (trades: readonly TradeRecord[]) => trades.map(({ clientId }) => clientId);

const inTradeOrder = (one: TradeRecord, other: TradeRecord): number =>
  one.exitTime - other.exitTime ||
  one.entryTime - other.entryTime ||
  Buffer.compare(Buffer.from(one.clientId), Buffer.from(other.clientId));

/** Each field has few values, so every filter finds some trades and every tie occurs. */
const trade = fc
  .record({
    clientId: fc.string({ unit: fc.constantFrom('a', 'B', 'ä', '😀', '-'), minLength: 1, maxLength: 4 }),
    symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
    feed: fc.constantFrom('venue-spot', 'venue-usdm-current-quarter'),
    side: fc.constantFrom('long', 'short'),
    plNet: fc.constantFrom(-2, -1, 0, 0.1, 1, 2),
    tags: fc.subarray(['news', 'late', '"quoted", {x}']),
    positionId: fc.constantFrom(null, 'p', 'P', '😀 "{'),
    note: fc.constantFrom('', 'Late entry', 'ÄNDERUNG (50 %)', 'a.c'),
    entry: fc.integer({ min: 0, max: 2 }),
    exit: fc.integer({ min: 3, max: 6 }),
  })
  .map(({ entry, exit, ...fields }) =>
    aTrade({ ...fields, entryTime: T + entry * MINUTE, exitTime: T + exit * MINUTE }),
  );
const trades = fc.uniqueArray(trade, { selector: ({ clientId }) => clientId, minLength: 1, maxLength: 40 });
const query = fc.record(
  {
    order: fc.constantFrom('asc', 'desc'),
    side: fc.constantFrom('long', 'short'),
    symbol: fc.constantFrom('BTCUSDT', 'ethusdt', 'XRPUSDT'),
    feed: fc.constantFrom('venue-spot', 'venue-usdm-current-quarter'),
    outcome: fc.constantFrom('win', 'loss', 'break-even'),
    breakEvenThreshold: fc.constantFrom(0, 0.1, 1, 1.5),
    tag: fc.constantFrom('news', 'late', '"quoted", {x}', 'none'),
    positionId: fc.constantFrom('p', '😀 "{', 'none'),
    search: fc.constantFrom('late', 'LATE E', 'änderung', '(50 %)', '.', '_', 'abc'),
    from: fc.integer({ min: 2, max: 7 }).map((minute) => T + minute * MINUTE),
    to: fc.integer({ min: 2, max: 7 }).map((minute) => T + minute * MINUTE),
  },
  { requiredKeys: [] },
);
type Query = Parameters<Parameters<typeof query.map>[0]>[0];

const OUTCOME: Readonly<Record<string, (plNet: number, threshold: number) => boolean>> = {
  win: (plNet, threshold) => plNet > threshold,
  loss: (plNet, threshold) => plNet < -threshold,
  'break-even': (plNet, threshold) => Math.abs(plNet) <= threshold,
};

const isIn =
  ({ side, symbol, feed, outcome, breakEvenThreshold = 0, tag, positionId, search, ...query }: Query) =>
  (one: TradeRecord): boolean =>
    (side ?? one.side) === one.side &&
    (symbol?.toUpperCase() ?? one.symbol) === one.symbol &&
    (feed ?? one.feed) === one.feed &&
    (tag === undefined || one.tags.includes(tag)) &&
    (positionId === undefined || one.positionId === positionId) &&
    (search === undefined || one.note.toLowerCase().includes(search.toLowerCase())) &&
    (outcome === undefined || OUTCOME[outcome]!(one.plNet, breakEvenThreshold)) &&
    one.exitTime >= (query.from ?? 0) &&
    one.exitTime < (query.to ?? Infinity);

const ASSETS = ['BTCUSDT', 'ETHUSDT'].flatMap((symbol) =>
  ['venue-spot', 'venue-usdm-current-quarter'].map((feed) => ({ symbol, feed })),
);

describe('the list of trades', () => {
  it('returns each matching trade once, in trade order, for any filters and page length', async () => {
    await fc.assert(
      fc.asyncProperty(
        trades,
        fc.array(query, { minLength: 4, maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (list, queries, count) => {
          const session = await aSessionWith(t.call, list, { assets: ASSETS });
          const [all] = await allOf(session);
          expect(clientIds(all!.toSorted(inTradeOrder))).toEqual(clientIds(all!));
          expect(all).toHaveLength(list.length);
          for (const each of queries) {
            const text = new URLSearchParams(
              Object.entries(each).map(([name, value]): [string, string] => [name, String(value)]),
            ).toString();
            const pages = await allOf(session, `${text}&count=${count}`);
            const expected = all!.filter(isIn(each));
            if (each.order === 'desc') expected.reverse();
            expect(pages.flat()).toEqual(expected);
            for (const page of pages.slice(0, -1)) expect(page).toHaveLength(count);
          }
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  });

  it('counts wins, losses and break-evens as the statistics do', async () => {
    const nets = [3, 1, 0.1, 0, -0.1, -1, -3, 0.30000001, -0.30000001];
    const session = await aSessionWith(
      t.call,
      nets.map((plNet, hour) => aTrade({ qty: 1e-3, entryPrice: 1e6, exitPrice: 1e6 + plNet * 1e3, hour })),
    );
    for (const threshold of [0, 0.1, 0.3, 0.30000001, 1, 5]) {
      const { winCount, lossCount, breakEvenCount } = await statsOf(t.call, session, threshold);
      const counts = await Promise.all(
        ['win', 'loss', 'break-even'].map(
          async (outcome) =>
            (await pageOf(session, `outcome=${outcome}&breakEvenThreshold=${threshold}`)).trades.length,
        ),
      );
      expect([threshold, ...counts]).toEqual([threshold, winCount, lossCount, breakEvenCount]);
    }
  });

  it.each(['asc', 'desc'])(
    'returns each trade that exists during the whole listing once, while other trades are added and removed: %s',
    async (order) => {
      const session = await aSession(t.call);
      const { trades: stored } = await ingest(
        t.call,
        session,
        Array.from({ length: 30 }, (_, hour) =>
          aTrade({ hour, clientId: `${hour % 5 === 4 ? 'goes' : 'stays'}-${hour}` }),
        ),
      );
      const going = stored.filter((_, hour) => hour % 5 === 4);
      let hour = 0;
      const pages = await allOf(session, `count=4&order=${order}`, async () => {
        hour += 3;
        await ingest(t.call, session, [aTrade({ hour, clientId: `new-${hour}` })]);
        const one = going.pop();
        if (one) await t.call.delete(`/sessions/${session.id}/trades/${one.id}`).expect(204);
      });
      expect(going).toEqual([]);
      const shown = clientIds(pages.flat());
      expect(new Set(shown).size).toBe(shown.length);
      const staying = Array.from({ length: 30 }, (_, i) => `stays-${i}`).filter((_, i) => i % 5 !== 4);
      expect(shown.filter((clientId) => clientId.startsWith('stays-'))).toEqual(
        order === 'asc' ? staying : staying.toReversed(),
      );
    },
  );

  it('returns pages of 100 trades by default', async () => {
    const session = await aSessionWith(
      t.call,
      Array.from({ length: 101 }, (_, hour) => aTrade({ hour })),
    );
    expect((await allOf(session)).map((page) => page.length)).toEqual([100, 1]);
  });

  it('is empty if there are no trades, and is a 404 if there is no session', async () => {
    expect(await pageOf(await aSession(t.call))).toEqual({ trades: [], nextCursor: null });
    for (const id of ['no-id', '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a'])
      expectProblem(await t.call.get(`/sessions/${id}/trades`), 'SESSION_NOT_FOUND');
  });

  const OTHER_LISTS = [
    'order=desc',
    'side=long',
    'symbol=BTCUSDT',
    'search=a',
    'from=1',
    'breakEvenThreshold=1',
    'cursor=x',
  ];
  it.each(OTHER_LISTS)('refuses a cursor of a list with different parameters: %s', async (other) => {
    const session = await aSessionWith(t.call, [aTrade(), aTrade({ hour: 1 })]);
    const { nextCursor } = await pageOf(session, 'count=1');
    const query = other.startsWith('cursor') ? other : `cursor=${nextCursor}&${other}`;
    expectProblem(await t.call.get(`/sessions/${session.id}/trades?${query}`), 'VALIDATION_FAILED', [
      'cursor',
    ]);
    const { id } = await aSession(t.call);
    const elsewhere = await t.call.get(`/sessions/${id}/trades?cursor=${nextCursor}`);
    expectProblem(elsewhere, 'VALIDATION_FAILED', ['cursor']);
  });

  it('accepts a cursor with a different count, and the id of the session in capitals', async () => {
    const session = await aSessionWith(t.call, [aTrade(), aTrade({ hour: 1 }), aTrade({ hour: 2 })]);
    const { nextCursor } = await pageOf(session, 'count=1');
    const rest = await pageOf({ id: session.id.toUpperCase() }, `count=5&cursor=${nextCursor}`);
    expect(rest.trades).toHaveLength(2);
    expect(rest.nextCursor).toBeNull();
  });

  it('finds 1 to 100 characters in notes, also after an edit of the note', async () => {
    const session = await aSessionWith(t.call, [
      aTrade({ note: 'x'.repeat(100) }),
      aTrade({ note: 'Too late' }),
    ]);
    const found = async (search: string) =>
      (await pageOf(session, `search=${encodeURIComponent(search)}`)).trades.map(({ note }) => note);
    expect(await found('x'.repeat(100))).toEqual(['x'.repeat(100)]);
    const [edited] = (await pageOf(session, 'search=TOO')).trades;
    await t.call.patch(`/sessions/${session.id}/trades/${edited!.id}`, { note: 'In time' }).expect(200);
    expect(await found('late')).toEqual([]);
    expect(await found('in TIME')).toEqual(['In time']);
    for (const search of ['', 'x'.repeat(101), '%00', 'a&search=b'])
      expectProblem(
        await t.call.get(`/sessions/${session.id}/trades?search=${search}`),
        'VALIDATION_FAILED',
        ['search'],
      );
  });

  it('compares from and to with the exit time', async () => {
    const session = await aSessionWith(t.call, [
      aTrade({ clientId: 'a' }),
      aTrade({ clientId: 'b', hour: 1 }),
    ]);
    const exit = T + MINUTE;
    expect(clientIds((await pageOf(session, `from=${exit}&to=${exit + HOUR}`)).trades)).toEqual(['a']);
    expect(clientIds((await pageOf(session, `from=${exit + 1}`)).trades)).toEqual(['b']);
    expect((await pageOf(session, `from=${exit}&to=${exit}`)).trades).toEqual([]);
  });
});

describe('a single trade', () => {
  it('is returned by its id, as in the list', async () => {
    const session = await aSessionWith(t.call, [aTrade({ tags: ['a'], feesPaid: 1 }), aTrade()]);
    const { trades: all } = await pageOf(session);
    for (const each of all) {
      const { body } = await t.call.get(`/sessions/${session.id}/trades/${each.id}`).expect(200);
      expect(body).toEqual({ trade: each });
    }
  });

  it('is not found in another session or workspace, or for a text that is not an id', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const another = await aSession(t.call);
    const {
      trades: [only],
    } = await pageOf(session);
    for (const id of [another.id, session.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))]) {
      const code = id === another.id ? 'TRADE_NOT_FOUND' : 'SESSION_NOT_FOUND';
      expectProblem(await t.call.get(`/sessions/${id}/trades/${only!.id}`), code);
      expectProblem(await t.call.patch(`/sessions/${id}/trades/${only!.id}`, {}), code);
      expectProblem(await t.call.delete(`/sessions/${id}/trades/${only!.id}`), code);
    }
    for (const id of ['no-id', session.id]) {
      expectProblem(await t.call.get(`/sessions/${session.id}/trades/${id}`), 'TRADE_NOT_FOUND');
      expectProblem(await t.call.patch(`/sessions/${session.id}/trades/${id}`, {}), 'TRADE_NOT_FOUND');
      expectProblem(await t.call.delete(`/sessions/${session.id}/trades/${id}`), 'TRADE_NOT_FOUND');
    }
    const path = `/sessions/${session.id}/trades/${only!.id}`;
    expectProblem(await t.other.get(path), 'SESSION_NOT_FOUND');
    expectProblem(await t.other.patch(path, { note: 'x' }), 'SESSION_NOT_FOUND');
    expectProblem(await t.other.delete(path), 'SESSION_NOT_FOUND');
    expect((await pageOf(session)).trades).toEqual([only]);
  });
});
