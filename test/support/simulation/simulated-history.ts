import type supertest from 'supertest';
import type { Caller } from '../app.js';
import type { PlannedStep, StatisticsStep } from './history.js';
import {
  type Expected,
  FIELDS,
  type KnownSession,
  type SentTrade,
  added,
  contentOf,
  copiedSession,
  createdSession,
  deleted,
  edited,
  emptied,
  finished,
  removed,
  tradeOf,
} from './known-session.js';
import { asObserved, expectAsKnown, observedSession, tradeIds } from './observed-session.js';
import type { Sending, SimulatedService } from './simulated-service.js';

type Send = (call: Caller) => supertest.Test;

const fileOf = (trades: readonly SentTrade[]): string =>
  [FIELDS.join(','), ...trades.map(contentOf)].join('\n');

const VENUE_FAULTS = {
  well: null,
  slow: { kind: 'slow', latencyMs: 20 },
  overloaded: { kind: 'overload' },
  broken: { kind: 'reset' },
} as const;

let keys = 0;

/** One client that plays a history in a separate project, and records the expected state. */
export class SimulatedHistory {
  private sessions: KnownSession[] = [];

  private constructor(
    private readonly service: SimulatedService,
    private readonly projectId: string,
  ) {}

  static async begin(service: SimulatedService): Promise<SimulatedHistory> {
    const project = { name: 'Simulated', symbol: service.listSymbol(), timeframe: '15m' };
    const { body } = await service.call.post('/projects', project).expect(201);
    const history = new SimulatedHistory(service, body.project.id);
    await history.create({ fault: null, givesUp: false });
    return history;
  }

  async play(step: PlannedStep): Promise<void> {
    const there = this.sessions.filter(({ status }) => status !== 'gone');
    const session = there[step.session % Math.max(1, there.length)];
    if (!session || step.kind === 'create') return this.create(step);
    const path = `/sessions/${session.id}`;
    if (step.kind === 'ingest') {
      const trades = step.trades.map(tradeOf);
      const send: Send = (call) => call.post(`${path}/trades`, { trades });
      await this.change(session, added(session, trades, 'trades.ingest'), step, send);
    } else if (step.kind === 'import') {
      const trades = step.trades.map(tradeOf);
      const send: Send = (call) => call.post(`${path}/trades/import`).type('text/csv').send(fileOf(trades));
      await this.change(session, added(session, trades, 'trades.import'), step, send);
    } else if (step.kind === 'edit') {
      const [clientId, id] = await this.tradeAt(session, step.place);
      if (!clientId) return;
      const { note, exitPrice } = step;
      const change = session.status === 'finished' ? { note } : { note, exitPrice };
      const send: Send = (call) => call.patch(`${path}/trades/${id}`, change);
      await this.change(session, edited(session, clientId, change), step, send);
    } else if (step.kind === 'delete') {
      const [clientId, id] = await this.tradeAt(session, step.place);
      if (!clientId) return;
      const send: Send = (call) => call.delete(`${path}/trades/${id}`);
      await this.change(session, removed(session, clientId), step, send);
    } else if (step.kind === 'delete all')
      await this.change(session, emptied(session), step, (call) => call.delete(`${path}/trades`));
    else if (step.kind === 'delete session')
      await this.change(session, deleted(session), step, (call) => call.delete(path));
    else if (step.kind === 'finish')
      await this.change(session, finished(session), step, (call) => call.post(`${path}/finish`, {}));
    else if (step.kind === 'copy') {
      const send: Send = (call) => call.post(`${path}/copy`, {});
      await this.make(step, send, (id) => copiedSession(id, session));
    } else if (step.kind === 'statistics') await this.readStatistics(session, step);
  }

  /** Checks the invariants of every existing and deleted session. */
  async check(): Promise<void> {
    for (const session of this.sessions) await expectAsKnown(this.service, session);
    const there = this.sessions.filter(({ status }) => status !== 'gone').map(({ id }) => id);
    expect((await this.listed()).toSorted()).toEqual(there.toSorted());
    await this.service.other.get(`/sessions?projectId=${this.projectId}`).expect(404);
    expect(await this.service.otherView()).toEqual(this.service.otherAtStart);
  }

  private create(sending: Sending): Promise<void> {
    const input = { projectId: this.projectId, name: 'Simulated', initialBalance: 10_000 };
    return this.make(sending, (call) => call.post('/sessions', input), createdSession);
  }

  /** Requests a new session. Without a response, the service may or may not have created the session. */
  private async make(sending: Sending, send: Send, made: (id: string) => KnownSession): Promise<void> {
    keys += 1;
    const key = `key-${keys}`;
    const answer = await this.service.request((call) => send(call).set('idempotency-key', key), sending);
    if (answer) expect(answer).toMatchObject({ status: 201 });
    const known = new Set(this.sessions.map(({ id }) => id));
    const fresh = (await this.listed()).filter((id) => !known.has(id));
    expect(fresh.length).toBeLessThanOrEqual(1);
    if (answer) expect(fresh).toEqual([(answer.body['session'] as { readonly id: string }).id]);
    for (const id of fresh) this.sessions.push(made(id));
  }

  /**
   * Sends a request that changes a session. Without a response, the service must have made either the whole change or
   * no change.
   */
  private async change(
    session: KnownSession,
    expected: Expected,
    sending: Sending,
    send: Send,
  ): Promise<void> {
    const answer = await this.service.request(send, sending);
    // If the response to a deletion was lost, the repeated request does not find the resource.
    const isRepeated = answer?.status === 404 && expected.status === 204 && sending.fault;
    if (answer && !isRepeated) expect(answer).toMatchObject({ status: expected.status });
    const { after } = expected;
    const isDone = answer !== null || (await this.isLike(after));
    this.sessions = this.sessions.map((each) => (each === session && isDone ? after : each));
  }

  private async isLike(session: KnownSession): Promise<boolean> {
    const observed = await observedSession(this.service, session.id);
    return JSON.stringify(observed) === JSON.stringify(asObserved(session));
  }

  private async tradeAt(session: KnownSession, place: number): Promise<readonly [string?, string?]> {
    const ids = await tradeIds(this.service, session.id);
    return [...ids].toSorted(([one], [other]) => (one < other ? -1 : 1))[place % Math.max(1, ids.size)] ?? [];
  }

  /** Reads statistics. They must count every trade, regardless of how the venue responds. */
  private async readStatistics(session: KnownSession, step: StatisticsStep): Promise<void> {
    await this.service.whileVenue(VENUE_FAULTS[step.venue], async () => {
      const answer = await this.service.request((call) => call.get(`/sessions/${session.id}/stats`), step);
      const statistics = answer?.body['stats'] as { readonly tradeCount: number } | undefined;
      if (answer) expect([answer.status, statistics?.tradeCount]).toEqual([200, session.trades.size]);
    });
  }

  private async listed(): Promise<string[]> {
    const { body } = await this.service.call
      .get(`/sessions?projectId=${this.projectId}&count=500`)
      .expect(200);
    return body.sessions.map(({ id }: { readonly id: string }) => id);
  }
}
