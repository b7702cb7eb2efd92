import { FIRST_BAR } from './bars.js';
import { type Answer, type Listening, askOnce } from './load.js';
import { someTrades } from './trades.js';

const MINUTE = 60_000;
const BATCH = 100;

/** Batches that a client sends to a session before it finishes it. */
const BATCHES = 40;

/** Finished sessions that are kept for later reads. */
const REMEMBERED = 200;

/**
 * The kinds of requests, and how many of 1000 are of each kind. Few create projects, because `GET /projects` returns
 * all of them.
 */
const SHARES = {
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

export type Kind = keyof typeof SHARES;

export const KINDS = Object.keys(SHARES) as Kind[];

/** A session, and how many of its trades were acknowledged: they are numbered from 0. */
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
  ) {}
}

/**
 * One client: sends one request after the other, each of a random kind. It writes only to its own sessions, so that
 * each request has exactly one correct answer, and reads those of all clients. Any other answer and any failed
 * connection is an error.
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
    while (performance.now() < untilMs) await this.one(kindByChance());
  }

  private async one(kind: Kind): Promise<void> {
    const { shared } = this;
    const finished = oneOf(shared.finished);
    const any = oneOf(shared.sessions);
    switch (kind) {
      case 'POST /projects':
        return this.newProject();
      case 'POST /sessions':
        // The previous session stays active, and is still read.
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
        // A threshold that was not used before, so that nothing is cached for it.
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
      }
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
    const { bodies } = this.shared;
    const text = bodies.get(first) ?? JSON.stringify({ trades: someTrades(BATCH, first) });
    bodies.set(first, text);
    const { body } = await this.ask(kind, `/sessions/${id}/trades`, text, 201);
    const told = Number(/"inserted":(\d+)/.exec(body.toString())?.[1]);
    if (told !== inserted) throw new Error(`${kind}: ${told} inserted instead of ${inserted}`);
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
  ): Promise<Answer> {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const start = performance.now();
    const answer = await askOnce(oneOf(this.shared.instances)!.port, path, text, headers);
    this.shared.made(kind, performance.now() - start);
    if (answer.status === expected) return answer;
    throw new Error(`${kind}: ${answer.status} instead of ${expected}: ${answer.body.toString()}`);
  }
}

const TOTAL = Object.values(SHARES).reduce<number>((sum, share) => sum + share, 0);

function kindByChance(): Kind {
  let left = Math.random() * TOTAL;
  for (const kind of KINDS) {
    left -= SHARES[kind];
    if (left < 0) return kind;
  }
  return 'GET /projects';
}

function oneOf<T>(values: readonly T[]): T | undefined {
  return values[Math.floor(Math.random() * values.length)];
}
