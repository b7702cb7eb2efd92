import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { aSessionWith, aTrade, ingest, tradesWith } from '../support/factories.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

interface Identified {
  readonly id: string;
}

const medianOf = async ({ id }: Identified): Promise<number> => {
  const { body } = await t.call.get(`/sessions/${id}/analysis/risk`).expect(200);
  return body.perTrade.median;
};

const groupsOf = async ({ id }: Identified, by: string): Promise<(readonly [string, number])[]> => {
  const { body } = await t.call.get(`/sessions/${id}/analysis/breakdown?by=${by}`).expect(200);
  return body.groups.map((group: { key: string; tradeCount: number }) => [group.key, group.tradeCount]);
};

describe('the trades of an analysis', () => {
  it('are trades of the requested session, even after an analysis of another session', async () => {
    const [one, other] = [
      await aSessionWith(t.call, tradesWith(5)),
      await aSessionWith(t.call, tradesWith(7)),
    ];
    expect(await medianOf(one)).toBe(5);
    expect(await medianOf(other)).toBe(7);
    expect(await groupsOf(one, 'side')).toEqual([['long', 1]]);
    expect(await groupsOf(other, 'side')).toEqual([['long', 1]]);
  });

  it('include trades that were stored since the last analysis, and exclude trades that were deleted since', async () => {
    const session = await aSessionWith(t.call, tradesWith(5));
    expect(await medianOf(session)).toBe(5);
    const [short] = await ingest(t.call, session, [aTrade({ side: 'short', plNet: -9, hour: 3 })]).then(
      ({ trades }) => trades,
    );
    expect(await medianOf(session)).toBe(7);
    expect(await groupsOf(session, 'side')).toEqual([
      ['long', 1],
      ['short', 1],
    ]);
    await t.call.delete(`/sessions/${session.id}/trades/${short!.id}`).expect(204);
    expect(await medianOf(session)).toBe(5);
  });

  it('have their current tags, even if the tags were changed since the last analysis', async () => {
    const session = await aSessionWith(t.call, [aTrade({ tags: ['early'] })]);
    expect(await groupsOf(session, 'tag')).toEqual([['early', 1]]);
    expect(await medianOf(session)).toBe(10);
    const { body } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
    await t.call.patch(`/sessions/${session.id}/trades/${body.trades[0].id}`, { tags: ['late'] }).expect(200);
    expect(await groupsOf(session, 'tag')).toEqual([['late', 1]]);
    expect(await medianOf(session)).toBe(10);
  });
});
