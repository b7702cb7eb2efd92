import fc from 'fast-check';
import { rowsOfP } from '../../../../test/support/study-rows.js';
import { fieldNamed } from './figure-names.js';
import { Ranking, type RankingOrder, meetsAll } from './ranked-sessions.js';
import { type RankedSession, rankedSessions } from '../../../../test/support/ranked-sessions.js';
import { type Place, type RankedValue, compareTexts, compareValuesIn } from './value-order.js';
import { type Condition, parseWhere } from './where.js';

const conditions = (text: string) => parseWhere(text) as Condition[];

const SESSIONS: RankedSession[] = rowsOfP().map(({ sessionId, figures, parameters }) => ({
  id: sessionId,
  parameters,
  figures: { ...figures!.statistics, sharpe: figures!.returns!['sharpe'] as number },
}));

const ranking = (sort: string, order: 'asc' | 'desc', where = '') => ({
  field: fieldNamed(sort)!,
  order,
  where: where === '' ? [] : conditions(where),
});

/** Returns a page of the sessions, which are added in several parts. */
function rankingPage(
  sessions: readonly RankedSession[],
  list: RankingOrder,
  count: number,
  after: Place | null,
) {
  const idOf = (index: number) => sessions[index]!.id;
  const found = new Ranking(list, idOf, count, after);
  for (let from = 0; from < sessions.length; from += 3) found.add(rankedSessions(sessions, from, from + 3));
  const { indexes, last, hasMore } = found.page();
  return { ids: indexes.map(idOf), next: hasMore ? last : null };
}

describe('a page of sessions', () => {
  it('contains the sessions that meet the conditions, in the requested order', () => {
    const list = ranking('sharpe', 'desc', 'parameters.fast<3,plNet>=-50');
    const { ids, next } = rankingPage(SESSIONS, list, 100, null);
    expect(ids).toEqual(['P0', 'P2', 'P1', 'P5', 'P7', 'P6']);
    expect(next).toBeNull();
  });

  it('continues after the last session of the previous page', () => {
    const list = ranking('parameters.slow', 'asc');
    const found: string[] = [];
    let after: Place | null = null;
    do {
      const page = rankingPage(SESSIONS, list, 3, after);
      found.push(...page.ids);
      after = page.next;
    } while (after);
    expect(found).toEqual(SESSIONS.map(({ id }) => id));
  });

  it('has no next page if it is the last page', () => {
    expect(rankingPage(SESSIONS, ranking('plNet', 'asc'), 10, null).next).toBeNull();
    expect(rankingPage(SESSIONS, ranking('plNet', 'asc'), 9, null).next).not.toBeNull();
  });
});

describe('the order of values', () => {
  const inOrder: NonNullable<RankedValue>[] = [-1, 0, 2, '', 'B', 'a', '｡', '😀', false, true];

  it('puts numbers first, then texts by code points, then false, then true', () => {
    expect(inOrder.toReversed().toSorted((a, b) => compareValuesIn('asc', a, b))).toEqual(inOrder);
    expect(inOrder.toSorted((a, b) => compareValuesIn('desc', a, b))).toEqual(inOrder.toReversed());
  });

  it('puts undefined values last, and sorts equal values by ascending id, in both directions', () => {
    const sessions = [null, null, 1, 1].map((value, place): RankedSession => ({
      id: `${4 - place}`,
      figures: { sharpe: value },
      parameters: {},
    }));
    for (const order of ['asc', 'desc'] as const)
      expect(rankingPage(sessions, ranking('sharpe', order), 9, null).ids).toEqual(['1', '2', '3', '4']);
  });

  it('sorts texts by their bytes in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        expect(Math.sign(compareTexts(one, other))).toBe(
          Buffer.compare(Buffer.from(one), Buffer.from(other)),
        );
      }),
    );
  });
});

describe('conditions on a session', () => {
  const session: RankedSession = {
    id: 's',
    figures: { sharpe: 1, calmar: null },
    parameters: { n: 3, text: '3', flag: true },
  };
  const meets = (text: string, of = session) => meetsAll(rankedSessions([of]), 0, conditions(text));

  it('compare numbers', () => {
    expect([meets('sharpe<1'), meets('sharpe<=1'), meets('sharpe>1'), meets('sharpe>=1')]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect([meets('sharpe=1.0'), meets('sharpe!=1'), meets('sharpe!=2')]).toEqual([true, false, true]);
  });

  it('never treat values of different types as equal', () => {
    expect([meets('parameters.n="3"'), meets('parameters.n!="3"'), meets('parameters.text=3')]).toEqual([
      false,
      true,
      false,
    ]);
    expect([meets('parameters.text<4'), meets('parameters.flag=true'), meets('parameters.flag=1')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('are met by an undefined value only if the condition is `=null`', () => {
    for (const name of ['calmar', 'parameters.none', 'parameters.constructor']) {
      expect(meets(`${name}=null`)).toBe(true);
      for (const other of ['!=null', '=1', '!=1', '<1', '>=1']) expect(meets(name + other)).toBe(false);
    }
    expect([meets('sharpe=null'), meets('sharpe!=null')]).toEqual([false, true]);
  });

  it('are never met by a session with pending figures if they are about a figure', () => {
    const pending = { ...session, figures: null };
    for (const sign of ['=null', '!=null', '!=1', '<1']) expect(meets(`sharpe${sign}`, pending)).toBe(false);
    expect(meets('parameters.n=3', pending)).toBe(true);
  });
});
