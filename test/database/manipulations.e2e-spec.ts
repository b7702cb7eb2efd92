import { type Caller, type TestApp, startTestApp } from '../support/app.js';
import { HOUR, MINUTE, T, aProject, aSession, aTrade, ingest } from '../support/factories.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const COUNT = 40;
/** 16 winners and 24 losers of the same size: the result of a coin with a bad day. */
const isWinner = (hour: number): boolean => hour % 5 < 2;
const honest = (fields: (hour: number) => object = () => ({})) =>
  Array.from({ length: COUNT }, (_, hour) =>
    aTrade({ hour, plNet: isWinner(hour) ? 10 : -10, ...fields(hour) }),
  );
const LOSERS = Array.from({ length: COUNT }, (_, hour) => hour).filter((hour) => !isWinner(hour));
const SOURCE = { randomSourceStart: T, randomSourceEnd: T + 100 * HOUR };

/** A person who replays, seen from the outside: requests and nothing else. */
class Person {
  /** Ids of the stored trades by hour. */
  readonly ids: string[] = [];

  constructor(
    readonly projectId: string,
    public sessionId: string,
  ) {}

  get path(): string {
    return `/sessions/${this.sessionId}`;
  }

  async trade(trades: readonly object[] = honest()): Promise<void> {
    const { trades: stored } = await ingest(t.call, { id: this.sessionId }, trades);
    this.ids.push(...stored.map(({ id }) => id));
  }

  async edit(hour: number, fields: object): Promise<void> {
    await t.call.patch(`${this.path}/trades/${this.ids[hour]!}`, fields).expect(200);
  }

  async remove(hour: number): Promise<void> {
    await t.call.delete(`${this.path}/trades/${this.ids[hour]!}`).expect(204);
  }

  async standAt(hour: number): Promise<void> {
    await t.call.put(`${this.path}/playhead`, { at: T + hour * HOUR }).expect(200);
  }

  async draw(): Promise<void> {
    await t.call.post(`${this.path}/draw`, { length: 60 * MINUTE }).expect(200);
  }

  async empty(): Promise<void> {
    await t.call.delete(`${this.path}/trades`).expect(200);
    this.ids.length = 0;
  }
}

async function aPerson(): Promise<Person> {
  const { id: projectId } = await aProject(t.call);
  return new Person(projectId, (await aSession(t.call, { projectId, ...SOURCE })).id);
}

/** Everything that shows a reader how the answers of a session came about. */
async function shownOf(call: Caller, { path, projectId, sessionId }: Person) {
  const [answers, evidence, positions] = await Promise.all(
    ['first-answers', 'evidence', 'positions'].map(
      async (name) => (await call.get(`${path}/analysis/${name}`).expect(200)).body,
    ),
  );
  const { body: board } = await call.get(`/projects/${projectId}/leaderboard`).expect(200);
  const { body: selection } = await call.get(`/projects/${projectId}/analysis/selection`).expect(200);
  const { changes, asFirst, asKept, earlierRuns, earlierLooks, draws, list } = answers;
  const { removed, edited, costs, secondLooks, retaken } = changes;
  const questions = evidence.questions as { question: string; verdict: string }[];
  const ranked = board.sessions as { session: { id: string }; answers: object }[];
  return {
    changes: { removed, edited, costs, secondLooks, retaken },
    net: [asFirst.plNet, asKept.plNet],
    earlierRuns,
    earlierLooks,
    draws,
    listed: list.length as number,
    answer: questions.find(({ question }) => question === 'first-answers-kept')!.verdict,
    positions: [positions.positions, positions.trades],
    board: ranked.find(({ session }) => session.id === sessionId)?.answers,
    tries: selection.sessions.map(({ answers: counts }: { answers: object }) => counts) as object[],
  };
}
type Shown = Awaited<ReturnType<typeof shownOf>>;

const UNCHANGED = { removed: 0, edited: 0, costs: 0, secondLooks: 0, retaken: 0 };
const NET = -80;

/** What a person does, and where a reader sees it. */
type Case = readonly [what: string, act: (person: Person) => Promise<void>, shown: Partial<Shown>];

const MANIPULATIONS: readonly Case[] = [
  [
    'delete losers',
    async (person) => {
      await person.trade();
      for (const hour of LOSERS.slice(0, 12)) await person.remove(hour);
    },
    {
      changes: { ...UNCHANGED, removed: 12 },
      net: [NET, NET + 120],
      answer: 'doubts',
      board: { first: 40, changed: 12, secondLooks: 0, earlierLooks: 0 },
    },
  ],
  [
    'flip losers by an edit',
    async (person) => {
      await person.trade();
      for (const hour of LOSERS.slice(0, 8)) await person.edit(hour, { side: 'short' });
    },
    { changes: { ...UNCHANGED, edited: 8 }, net: [NET, NET + 160], answer: 'doubts' },
  ],
  [
    'edit prices, times, quantities and stops',
    async (person) => {
      await person.trade(honest(() => ({ stopLoss: 900 })));
      const edits = [
        { entryPrice: 980 },
        { exitPrice: 1010 },
        { entryTime: T + LOSERS[2]! * HOUR - MINUTE },
        { exitTime: T + LOSERS[3]! * HOUR + 2 * MINUTE },
        { qty: 0.1 },
        { stopLoss: 990 },
      ];
      for (const [place, edit] of edits.entries()) await person.edit(LOSERS[place]!, edit);
    },
    {
      changes: { ...UNCHANGED, edited: 6 },
      listed: 6,
      answer: 'cannot-say',
      board: { first: 40, changed: 6, secondLooks: 0, earlierLooks: 0 },
    },
  ],
  [
    'move losers away by an edit before they are deleted and taken the other way',
    async (person) => {
      await person.trade();
      for (const hour of LOSERS.slice(0, 6)) {
        await person.edit(hour, { entryTime: T + 500 * HOUR, exitTime: T + 501 * HOUR });
        await person.remove(hour);
      }
      await person.trade(LOSERS.slice(0, 6).map((hour) => aTrade({ hour, plNet: -10, side: 'short' })));
    },
    {
      changes: { ...UNCHANGED, removed: 6, secondLooks: 6 },
      net: [NET, NET + 120],
      answer: 'doubts',
      board: { first: 40, changed: 6, secondLooks: 6, earlierLooks: 0 },
    },
  ],
  [
    'edit costs',
    async (person) => {
      await person.trade();
      for (const hour of LOSERS.slice(0, 10)) await person.edit(hour, { feesPaid: -20 });
    },
    { changes: { ...UNCHANGED, costs: 10 }, net: [NET, NET + 200], listed: 10, answer: 'cannot-say' },
  ],
  [
    'draw ranges until one is pleasant',
    async (person) => {
      for (let draw = 0; draw < 5; draw += 1) await person.draw();
      await person.trade();
    },
    { changes: UNCHANGED, draws: 5 },
  ],
  [
    'look at a range, draw another one, and take the first one back',
    async (person) => {
      await t.call.patch(person.path, { rangeStart: T, rangeEnd: T + COUNT * HOUR }).expect(200);
      await person.standAt(0);
      await person.standAt(COUNT);
      await person.draw();
      await t.call.patch(person.path, { rangeStart: T, rangeEnd: T + COUNT * HOUR }).expect(200);
      await person.standAt(0);
      await person.standAt(COUNT);
      await person.trade(Array.from({ length: 20 }, (_, hour) => aTrade({ hour, plNet: 10 })));
    },
    { changes: UNCHANGED, draws: 1, earlierLooks: 20, listed: 20, answer: 'cannot-say' },
  ],
  [
    'empty the session and start again',
    async (person) => {
      await person.trade();
      await person.remove(LOSERS[0]!);
      await person.empty();
      await person.trade(honest().slice(0, 20));
    },
    {
      changes: UNCHANGED,
      earlierRuns: 1,
      earlierLooks: 20,
      listed: 20,
      answer: 'cannot-say',
      tries: [
        { first: 40, changed: 1, secondLooks: 0, earlierLooks: 0 },
        { first: 20, changed: 0, secondLooks: 0, earlierLooks: 20 },
      ],
    },
  ],
  [
    'delete losers and store them the other way under a new clientId',
    async (person) => {
      await person.trade();
      for (const hour of LOSERS.slice(0, 6)) await person.remove(hour);
      await person.trade(LOSERS.slice(0, 6).map((hour) => aTrade({ hour, plNet: -10, side: 'short' })));
    },
    {
      changes: { ...UNCHANGED, removed: 6, secondLooks: 6 },
      net: [NET, NET + 120],
      answer: 'doubts',
      board: { first: 40, changed: 6, secondLooks: 6, earlierLooks: 0 },
    },
  ],
  [
    'look ahead, step back and buy what rose',
    async (person) => {
      await person.standAt(0);
      await person.trade(honest().slice(0, 10));
      await person.standAt(COUNT);
      await person.standAt(10);
      await person.trade(Array.from({ length: 10 }, (_, place) => aTrade({ hour: 10 + place, plNet: 10 })));
    },
    {
      changes: { ...UNCHANGED, secondLooks: 10 },
      net: [-20, 80],
      answer: 'doubts',
      board: { first: 10, changed: 0, secondLooks: 10, earlierLooks: 0 },
    },
  ],
  [
    'store a decoy over the whole range and delete it at once',
    async (person) => {
      await person.trade([aTrade({ entryTime: T, exitTime: T + COUNT * HOUR, clientId: 'decoy' }), aTrade()]);
      await person.remove(0);
      await person.trade(Array.from({ length: 10 }, (_, hour) => aTrade({ hour, plNet: 10 })));
    },
    {
      changes: { ...UNCHANGED, removed: 1, secondLooks: 10 },
      board: { first: 2, changed: 1, secondLooks: 10, earlierLooks: 0 },
    },
  ],
  [
    'hide deletions behind many tiny edits the other way',
    async (person) => {
      await person.trade();
      for (const hour of LOSERS.slice(0, 12)) await person.remove(hour);
      for (let hour = 0; hour < COUNT; hour += 1)
        if (!LOSERS.slice(0, 12).includes(hour))
          await person.edit(hour, { exitPrice: (isWinner(hour) ? 1010 : 990) - 0.01 });
    },
    { changes: { ...UNCHANGED, removed: 12, edited: 28 }, net: [NET, NET + 119.72], answer: 'doubts' },
  ],
  [
    'copy the session, then delete the original',
    async (person) => {
      await person.trade();
      for (const hour of LOSERS.slice(0, 12)) await person.remove(hour);
      const { body } = await t.call.post(`${person.path}/copy`).expect(201);
      await t.call.delete(person.path).expect(204);
      person.sessionId = body.session.id;
    },
    {
      changes: { ...UNCHANGED, removed: 12 },
      net: [NET, NET + 120],
      answer: 'doubts',
      tries: [
        { first: 40, changed: 12, secondLooks: 0, earlierLooks: 0 },
        { first: 40, changed: 12, secondLooks: 0, earlierLooks: 0 },
      ],
    },
  ],
  [
    'regroup trades into positions',
    async (person) => {
      await person.trade(honest((hour) => ({ exitTime: T + (hour + 1) * HOUR })));
      for (const hour of LOSERS) await person.edit(hour, { positionId: 'one' });
    },
    { changes: UNCHANGED, net: [NET, NET], answer: 'supports', positions: [24, 40] },
  ],
];

const HONEST: readonly Case[] = [
  [
    'deletes a slip',
    async (person) => {
      await person.trade();
      await person.remove(LOSERS.at(-1)!);
    },
    { changes: { ...UNCHANGED, removed: 1 }, answer: 'cannot-say' },
  ],
  [
    'corrects the fees of all trades',
    async (person) => {
      await person.trade(honest(() => ({ feesPaid: 5 })));
      for (let hour = 0; hour < COUNT; hour += 1) await person.edit(hour, { feesPaid: 0.5 });
    },
    { changes: { ...UNCHANGED, costs: COUNT }, answer: 'cannot-say' },
  ],
  [
    'imports a list again in the right time zone',
    async (person) => {
      await person.trade();
      await person.empty();
      await person.trade(
        honest((hour) => ({ entryTime: T + (hour + 2) * HOUR, exitTime: T + (hour + 2) * HOUR + MINUTE })),
      );
    },
    { changes: UNCHANGED, earlierRuns: 1, answer: 'cannot-say' },
  ],
  [
    'takes an edit back',
    async (person) => {
      await person.trade();
      await person.edit(LOSERS[0]!, { exitPrice: 1010 });
      await person.edit(LOSERS[0]!, { exitPrice: 990 });
    },
    {
      changes: UNCHANGED,
      listed: 0,
      answer: 'supports',
      board: { first: 40, changed: 0, secondLooks: 0, earlierLooks: 0 },
    },
  ],
  [
    'sends a batch again after the response was lost',
    async (person) => {
      const trades = honest();
      await person.trade(trades);
      await person.trade(trades);
    },
    { changes: UNCHANGED, listed: 0, answer: 'supports' },
  ],
];

const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

async function expectShown(act: Case[1], expected: Partial<Shown>): Promise<Shown> {
  const person = await aPerson();
  await act(person);
  const shown = await shownOf(t.call, person);
  expect({ ...shown, tries: shown.tries.toSorted(byText) }).toMatchObject({
    ...expected,
    ...(expected.tries && { tries: expected.tries.toSorted(byText) }),
  });
  return shown;
}

describe('a person who improves the result after it was seen', () => {
  it.each(MANIPULATIONS)('is seen to %s', async (_, act, expected) => {
    await expectShown(act, expected);
  });
});

describe('an honest person', () => {
  it.each(HONEST)('is not accused if the person %s', async (_, act, expected) => {
    const { answer } = await expectShown(act, expected);
    expect(answer).not.toBe('doubts');
  });
});

it('trades that nobody touched are supported', async () => {
  await expectShown((person) => person.trade(), {
    changes: UNCHANGED,
    net: [NET, NET],
    earlierRuns: 0,
    earlierLooks: 0,
    draws: 0,
    listed: 0,
    answer: 'supports',
    positions: [40, 40],
    board: { first: 40, changed: 0, secondLooks: 0, earlierLooks: 0 },
    tries: [{ first: 40, changed: 0, secondLooks: 0, earlierLooks: 0 }],
  });
});
