import { FIRST_BAR } from './bars.js';
import { type Answer, type Listening, askOnce } from './load.js';
import { someTrades } from './trades.js';

const MINUTE = 60_000;
const BATCH = 100;

/** Number of batches that a client sends to a session before it finishes the session. */
const BATCHES = 40;

/** Number of finished sessions that are kept for later reads. */
const REMEMBERED = 200;

/**
 * The kinds of requests of the contract, each with its share per 1000 requests. Few requests create projects, because
 * `GET /projects` returns all projects.
 */
const CONTRACT = {
  'POST /projects': 2,
  'POST /sessions': 20,
  'POST trades': 250,
  'POST trades, again': 20,
  'POST finish': 20,
  'POST finish, again': 10,
  'GET /sessions/{id}': 250,
  'GET /projects': 30,
  'GET stats, cold': 70,
  'GET stats, repeated': 70,
  'GET stats, 304': 108,
  'GET /candles': 150,
} as const;

/** The kinds of requests that are not part of the contract, each with its share. */
const BEYOND = {
  'GET trades, a page': 80,
  'GET record': 40,
  'GET /sessions, a page': 20,
  'PATCH trade': 30,
  'POST import': 10,
  'POST preview': 10,
  'POST copy': 2,
  'GET risk': 15,
  'GET comparison': 5,
} as const;

const SHARES = { ...CONTRACT, ...BEYOND };

export type Kind = keyof typeof SHARES;

/** The routes that the clients use. */
export type Routes = 'contract' | 'all';

export const kindsOf = (routes: Routes): Kind[] =>
  Object.keys(routes === 'all' ? SHARES : CONTRACT) as Kind[];

/** A session and its number of acknowledged trades. The trades are numbered from 0. */
export interface KnownSession {
  readonly id: string;
  acknowledged: number;
}

/** State that all clients share. */
export class Shared {
  readonly sessions: KnownSession[] = [];
  readonly finished: { readonly id: string; etag: string | undefined }[] = [];
  readonly projects: string[] = [];
  readonly bodies = new Map<number, string>();

  constructor(
    readonly instances: readonly Listening[],
    readonly symbol: string,
    readonly bars: number,
    readonly made: (kind: Kind, ms: number) => void,
    readonly routes: Routes = 'all',
  ) {}
}

/**
 * A client that sends one request after the other, each of a random kind. A client writes only to its own sessions, so
 * that each request has exactly one correct response, but reads the sessions of all clients. Any other response and any
 * failed connection is an error.
 */
export class MixedClient {
  private active: KnownSession | null = null;
  private threshold = 0;

  constructor(
    private readonly number: number,
    private readonly shared: Shared,
  ) {}

  async run(untilMs: number): Promise<void> {
    await this.newProject();
    await this.newSession();
    const kinds = kindsOf(this.shared.routes);
    while (performance.now() < untilMs) await this.one(kindByChance(kinds));
  }

  private async one(kind: Kind): Promise<void> {
    const { shared } = this;
    const finished = oneOf(shared.finished);
    const any = oneOf(shared.sessions);
    switch (kind) {
      case 'POST /projects':
        return this.newProject();
      case 'POST /sessions':
        // The previous session stays active and is still read.
        return this.newSession();
      case 'POST trades':
        return this.ingest();
      case 'POST trades, again':
        return this.ingestAgain();
      case 'POST finish':
        return this.finish();
      case 'POST finish, again':
        if (finished) await this.ask(kind, `/sessions/${finished.id}/finish`, {});
        return;
      case 'GET /sessions/{id}':
        if (any) await this.ask(kind, `/sessions/${any.id}`);
        return;
      case 'GET /projects':
        await this.ask(kind, '/projects');
        return;
      case 'GET stats, cold':
        // The threshold was not used before, so its statistics are not cached.
        this.threshold += 1;
        if (any) {
          const threshold = `${this.threshold}.${this.number}1`;
          await this.ask(kind, `/sessions/${any.id}/stats?breakEvenThreshold=${threshold}`);
        }
        return;
      case 'GET stats, repeated':
        if (finished) finished.etag = (await this.ask(kind, `/sessions/${finished.id}/stats`)).etag;
        return;
      case 'GET stats, 304': {
        if (!finished?.etag) return;
        const headers = { 'if-none-match': finished.etag };
        await this.ask(kind, `/sessions/${finished.id}/stats`, undefined, 304, headers);
        return;
      }
      case 'GET /candles': {
        const before = FIRST_BAR + Math.floor(Math.random() * shared.bars) * MINUTE + MINUTE;
        await this.ask(kind, `/candles?symbol=${shared.symbol}&interval=1m&count=500&before=${before}`);
        return;
      }
      case 'GET trades, a page':
        if (any) await this.ask(kind, `/sessions/${any.id}/trades?count=100&order=desc`);
        return;
      case 'GET record':
        if (any) await this.ask(kind, `/sessions/${any.id}/record`);
        return;
      case 'GET /sessions, a page':
        await this.ask(kind, `/sessions?projectId=${oneOf(shared.projects)}&count=50`);
        return;
      case 'PATCH trade':
        return this.edit();
      case 'POST import':
        return this.importFile();
      case 'POST preview':
        if (any) await this.ask(kind, `/sessions/${any.id}/trades/preview`, this.batch(any.acknowledged));
        return;
      case 'POST copy':
        if (finished) await this.ask(kind, `/sessions/${finished.id}/copy`, {}, 201);
        return;
      case 'GET risk':
        if (finished) await this.ask(kind, `/sessions/${finished.id}/analysis/risk`);
        return;
      case 'GET comparison':
        await this.ask(kind, `/projects/${oneOf(shared.projects)}/comparison`);
    }
  }

  private async newProject(): Promise<void> {
    const project = { name: 'Mixed', symbol: 'BTCUSDT', timeframe: '15m' };
    const { body } = await this.ask('POST /projects', '/projects', project, 201);
    this.shared.projects.push(JSON.parse(body.toString()).project.id);
  }

  private async newSession(): Promise<void> {
    const session = { projectId: oneOf(this.shared.projects), name: 'Mixed', initialBalance: 10_000 };
    const { body } = await this.ask('POST /sessions', '/sessions', session, 201);
    this.active = { id: JSON.parse(body.toString()).session.id, acknowledged: 0 };
    this.shared.sessions.push(this.active);
  }

  private async ingest(): Promise<void> {
    const { active } = this;
    if (!active || active.acknowledged >= BATCH * BATCHES) return this.finish();
    await this.send('POST trades', active, active.acknowledged, BATCH);
    active.acknowledged += BATCH;
  }

  private async ingestAgain(): Promise<void> {
    const { active } = this;
    if (active && active.acknowledged > 0)
      await this.send('POST trades, again', active, active.acknowledged - BATCH, 0);
  }

  private async send(kind: Kind, { id }: KnownSession, first: number, inserted: number): Promise<void> {
    const { body } = await this.ask(kind, `/sessions/${id}/trades`, this.batch(first), 201);
    const answered = Number(/"inserted":(\d+)/.exec(body.toString())?.[1]);
    if (answered !== inserted) throw new Error(`${kind}: ${answered} inserted instead of ${inserted}`);
  }

  private batch(first: number): string {
    const { bodies } = this.shared;
    const text = bodies.get(first) ?? JSON.stringify({ trades: someTrades(BATCH, first) });
    bodies.set(first, text);
    return text;
  }

  private async importFile(): Promise<void> {
    const { active } = this;
    if (!active || active.acknowledged >= BATCH * BATCHES) return this.finish();
    const trades = someTrades(BATCH, active.acknowledged);
    const lines = [Object.keys(trades[0]!), ...trades.map(Object.values)].map((cells) => cells.join(','));
    const headers = { 'content-type': 'text/csv' };
    const path = `/sessions/${active.id}/trades/import`;
    const { body } = await this.ask('POST import', path, lines.join('\n'), 201, headers);
    const { inserted } = JSON.parse(body.toString());
    if (inserted !== BATCH) throw new Error(`POST import: ${inserted} inserted instead of ${BATCH}`);
    active.acknowledged += BATCH;
  }

  private async edit(): Promise<void> {
    const { active } = this;
    if (!active || active.acknowledged === 0) return;
    const trades = `/sessions/${active.id}/trades`;
    const { body } = await this.ask('GET trades, a page', `${trades}?count=1`);
    const [{ id }] = JSON.parse(body.toString()).trades;
    const note = `edited ${performance.now()}`;
    await this.ask('PATCH trade', `${trades}/${id}`, { note }, 200, {}, 'PATCH');
  }

  private async finish(): Promise<void> {
    const { active, shared } = this;
    if (!active) return this.newSession();
    this.active = null;
    const { body } = await this.ask('POST finish', `/sessions/${active.id}/finish`, {});
    const { stats } = JSON.parse(body.toString());
    if (stats.tradeCount !== active.acknowledged)
      throw new Error(`POST finish: ${stats.tradeCount} trades instead of ${active.acknowledged}`);
    shared.finished.push({ id: active.id, etag: undefined });
    if (shared.finished.length > REMEMBERED) shared.finished.shift();
    await this.newSession();
  }

  private async ask(
    kind: Kind,
    path: string,
    body?: object | string,
    expected = 200,
    headers: Readonly<Record<string, string>> = {},
    method?: string,
  ): Promise<Answer> {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const start = performance.now();
    const answer = await askOnce(oneOf(this.shared.instances)!.port, path, text, headers, method);
    this.shared.made(kind, performance.now() - start);
    if (answer.status === expected) return answer;
    throw new Error(`${kind}: ${answer.status} instead of ${expected}: ${answer.body.toString()}`);
  }
}

function kindByChance(kinds: readonly Kind[]): Kind {
  let left = Math.random() * kinds.reduce((sum, kind) => sum + SHARES[kind], 0);
  for (const kind of kinds) {
    left -= SHARES[kind];
    if (left < 0) return kind;
  }
  return 'GET /projects';
}

function oneOf<T>(values: readonly T[]): T | undefined {
  return values[Math.floor(Math.random() * values.length)];
}
