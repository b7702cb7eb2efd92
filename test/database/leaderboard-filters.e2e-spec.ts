import type { LeaderboardAnswer } from '../../src/review/selection/routes/leaderboard.dto.js';
import { TestApp, startTestApp } from '../support/app.js';
import { DAY, T, aProject, aSession, aSessionWith, finish, tradesWith } from '../support/factories.js';

let t: TestApp;
let projectId: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  t = await startTestApp();
  projectId = (await aProject(t.call)).id;
  const run = async (name: string, plNet: number, fields: object = {}) => {
    const common = { projectId, name, accountCurrency: 'USDT', startedAt: T };
    const session = await aSessionWith(t.call, tradesWith(plNet), { ...common, ...fields });
    ids.set(name, session.id);
    return session;
  };
  await finish(t.call, await run('Run 10', 5, { tags: ['b'], startedAt: T + 10 * DAY }));
  await run('run 9', -7, { tags: ['a', 'b'], startedAt: T + 3 * DAY });
  await run('Bitcoin', 0.001, { accountCurrency: 'BTC', startedAt: T + 20 * DAY });
  const copy = await t.call.post(`/sessions/${ids.get('run 9')}/copy`, { withTrades: true, name: 'Copy' });
  ids.set('Copy', copy.body.session.id);
  await t.call.patch(`/sessions/${ids.get('Copy')}`, { tags: ['c'] }).expect(200);
  ids.set('Empty', (await aSession(t.call, { projectId, name: 'Empty', accountCurrency: 'USDT' })).id);
});
afterAll(() => t.close());

const answerTo = async (query: string): Promise<LeaderboardAnswer> =>
  (await t.call.get(`/projects/${projectId}/leaderboard?all=true&${query}`).expect(200)).body;
const namesIn = async (query: string): Promise<string[]> =>
  (await answerTo(query)).sessions.map(({ session }) => session.name);

describe('the filters of a leaderboard', () => {
  it.each([
    ['search=RUN', ['Run 10', 'run 9']],
    ['search=emp', ['Empty']],
    ['status=finished', ['Run 10']],
    ['tag=a', ['run 9']],
    ['accountCurrency=BTC', ['Bitcoin']],
    ['startedFrom=2024-01-14&startedTo=2024-01-23', ['Run 10']],
    ['search=run&status=active&where=plNet<0', ['run 9']],
    ['search=nothing', []],
  ])('pass with "%s" %j', async (query, names) => {
    const found = await answerTo(query);
    expect(found.sessions.map(({ session }) => session.name).toSorted()).toEqual(names.toSorted());
    expect(found.matching).toBe(names.length);
  });

  it('compares the day of the start in the time zone of the account', async () => {
    const project = await aProject(t.call);
    await aSession(t.call, {
      projectId: project.id,
      startedAt: Date.UTC(2024, 0, 1, 23),
      accountTimezone: 'Asia/Tokyo',
    });
    const found = async (query: string): Promise<number> =>
      (await t.call.get(`/projects/${project.id}/leaderboard?all=true&${query}`).expect(200)).body.matching;
    expect(await found('startedFrom=2024-01-02')).toBe(1);
    expect(await found('startedTo=2024-01-01')).toBe(0);
  });

  it('finds named sessions, and the sessions with the same trades', async () => {
    const named = [ids.get('Empty')!, ids.get('Run 10')!.toUpperCase(), 'unknown'].join();
    expect(await namesIn(`sessionIds=${named}`)).toEqual(['Run 10', 'Empty']);
    for (const name of ['run 9', 'Copy'])
      expect((await namesIn(`repeatsOf=${ids.get(name)}`)).toSorted()).toEqual(['Copy', 'run 9']);
    expect(await namesIn(`repeatsOf=${ids.get('Empty')}`)).toEqual([]);
  });

  it('counts the sessions that match on all pages, and constant fields only of these', async () => {
    const { sessions, matching, constant } = await answerTo('search=run&count=1&fold=true');
    expect([sessions.length, matching]).toEqual([1, 2]);
    expect(constant).toContain('accountCurrency');
    expect((await answerTo('count=1&fold=true')).constant).not.toContain('accountCurrency');
  });

  it.each([
    ['status=open', 'status'],
    ['startedFrom=yesterday', 'startedFrom'],
    ['startedTo=2024-13-01', 'startedTo'],
    ['search=', 'search'],
    [`sessionIds=${'a,'.repeat(100)}a`, 'sessionIds'],
    ['currencies=sorted', 'currencies'],
    ['sort=symbols', 'sort'],
    ['where=name="run 9"', 'where'],
  ])('refuses "%s", and names the parameter', async (query, parameter) => {
    const { body } = await t.call.get(`/projects/${projectId}/leaderboard?${query}`).expect(400);
    expect(JSON.stringify(body)).toContain(parameter);
  });
});

describe('the order of a leaderboard', () => {
  it.each([
    ['sort=name&order=asc', ['Bitcoin', 'Copy', 'run 9', 'Run 10', 'Empty']],
    ['sort=name', ['Run 10', 'run 9', 'Copy', 'Bitcoin', 'Empty']],
    ['sort=startedAt', ['Copy', 'Bitcoin', 'Run 10', 'run 9', 'Empty']],
    ['sort=createdAt', ['Copy', 'Bitcoin', 'run 9', 'Run 10', 'Empty']],
    ['sort=tags&order=asc', ['run 9', 'Run 10', 'Copy', 'Bitcoin', 'Empty']],
  ])('follows "%s"', async (query, names) => {
    expect(await namesIn(query)).toEqual(names);
  });

  it('keeps the sessions of each currency together, the most frequent currency first', async () => {
    for (const order of ['asc', 'desc']) {
      const rows = await namesIn(`sort=plNet&order=${order}&currencies=apart`);
      expect(rows.indexOf('Bitcoin')).toBe(3);
    }
    expect((await namesIn('sort=plNet&order=asc'))[2]).toBe('Bitcoin');
  });

  it('goes on over pages in the order of names and of currencies', async () => {
    for (const query of ['sort=name', 'sort=plNet&currencies=apart&judged=first']) {
      const whole = await namesIn(query);
      const read: string[] = [];
      for (let cursor = ''; ;) {
        const page = await answerTo(`${query}&count=1${cursor}`);
        read.push(...page.sessions.map(({ session }) => session.name));
        if (page.nextCursor === null) break;
        cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
      }
      expect(read).toEqual(whole);
    }
  });
});
