import { LastTrades } from './last-trades.js';
import { type SortedDetails, bytesOf, sortedDetails } from './sorted-details.js';

const COUNT = 1_000;

/** Returns the given number of equal trades. */
function someDetails(count = COUNT): SortedDetails {
  const numbers = () => new Float64Array(count);
  const names = [
    ...(['entryTime', 'exitTime', 'plGross', 'plNet', 'plPct', 'feesPaid', 'rMultiple'] as const),
    ...(['direction', 'quantity', 'entryPrice', 'exitPrice', 'stopLoss', 'asset'] as const),
  ];
  return sortedDetails(
    {
      count,
      ...(Object.fromEntries(names.map((name) => [name, numbers()])) as Record<
        (typeof names)[number],
        Float64Array
      >),
      id: { bytes: new Uint8Array(count * 16) },
      clientId: { bytes: new Uint8Array(0), ends: numbers() },
    },
    [],
  );
}

const at = (id: string, revision = 1, tradeCount = COUNT) => ({
  workspaceId: 'w',
  id,
  revision,
  tradeCount,
});

/** Returns a cache with memory for the given number of sessions, and a list of the reads that the cache causes. */
function reads(sessions: number) {
  const last = new LastTrades(COUNT * 160 * sessions);
  const read: string[] = [];
  const get = (session: ReturnType<typeof at>) =>
    last.get(session, () => {
      read.push(`${session.id}${session.revision}`);
      return Promise.resolve(someDetails(session.tradeCount));
    });
  return { last, get, read };
}

describe('LastTrades', () => {
  it('reads the trades of each revision only once', async () => {
    const { get, read } = reads(2);
    expect(await get(at('a'))).toBe(await get(at('a')));
    await get(at('a', 2));
    expect(read).toEqual(['a1', 'a2']);
  });

  it('caches the most recently used trades that fit into its memory', async () => {
    const { get, read } = reads(2);
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await get(at(id));
    expect(read).toEqual(['a1', 'b1', 'c1', 'b1']);
  });

  it('drops other trades before it reads trades that need their memory', async () => {
    const { last, get, read } = reads(2);
    await get(at('a'));
    last.makeRoomFor(at('b', 1, 2 * COUNT));
    await get(at('a'));
    expect(read).toEqual(['a1', 'a1']);
  });

  it('does not cache trades with labels, which can change within a revision', async () => {
    const { last, get, read } = reads(4);
    const labelled = () =>
      last.get(
        at('a'),
        () => {
          read.push('labelled');
          const { trades, ...details } = someDetails();
          return Promise.resolve({ ...details, trades: { ...trades, position: new Float64Array(COUNT) } });
        },
        ['position'],
      );
    for (const again of [get, labelled, get, labelled]) await again(at('a'));
    expect(read).toEqual(['a1', 'labelled', 'labelled']);
  });

  it('does not cache trades that exceed its memory', async () => {
    const { get, read } = reads(2);
    await get(at('a', 1, 3 * COUNT));
    await get(at('a', 1, 3 * COUNT));
    expect(read).toEqual(['a1', 'a1']);
    expect(bytesOf(someDetails())).toBe(COUNT * (13 * 8 + 16 + 8));
  });
});
