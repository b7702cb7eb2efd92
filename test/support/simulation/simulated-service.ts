import { randomBytes } from 'node:crypto';
import supertest from 'supertest';
import { DataSource } from 'typeorm';
import { poolOf } from '../../../src/platform/database/connection/pool-of.js';
import type { Scenario } from '../../../venue-double/scenario.js';
import { type VenueDouble, startVenueDouble } from '../../../venue-double/venue-double.js';
import { type Caller, type TestApp, callerWith } from '../app.js';
import { aSessionWith, aTrade } from '../factories.js';
import { PRESENT, ownSymbol, startAppOn } from '../live-app.js';
import { type OwnDatabase, anOwnDatabase } from '../own-database.js';
import { type ConnectionFault, FaultyConnections } from './faulty-connections.js';

const { now } = Date;

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The way in which a client sends a request. */
export interface Sending {
  readonly fault: ConnectionFault | null;
  /** True if the client sends the request only once, even if it gets no response. */
  readonly givesUp: boolean;
}

/** The service with a separate database and a separate venue double. The service restarts after a crash. */
export class SimulatedService {
  private symbol = '';
  private aheadMs = 0;
  private earlierFaults = 0;
  private otherSession = '';
  /** The content of the other workspace before the first random series of requests, which must never change it. */
  otherAtStart: unknown;

  private constructor(
    private readonly venue: VenueDouble,
    private readonly database: OwnDatabase,
    private readonly secrets: { readonly own: string; readonly other: string },
    private app: TestApp,
    private connections: FaultyConnections,
  ) {}

  static async start(): Promise<SimulatedService> {
    const venue = await startVenueDouble({ now: PRESENT });
    const database = await anOwnDatabase();
    const unique = randomBytes(8).toString('hex');
    const secrets = { own: `own-${unique}`, other: `other-${unique}` };
    const app = await instance(venue, database, secrets);
    const service = new SimulatedService(venue, database, secrets, app, connectionsOf(app));
    const trades = Array.from({ length: 10 }, (_, place) => aTrade({ clientId: `trade-${place}` }));
    service.otherSession = (await aSessionWith(service.other, trades)).id;
    service.otherAtStart = await service.otherView();
    // A spy of Jest would keep every call of a long run in memory.
    Date.now = () => now() + service.aheadMs;
    return service;
  }

  get call(): Caller {
    return callerWith(this.agent, this.secrets.own);
  }

  /** Caller of another workspace. */
  get other(): Caller {
    return callerWith(this.agent, this.secrets.other);
  }

  /** Returns everything in the other workspace: a session whose trades have the clientIds of the histories. */
  async otherView(): Promise<unknown> {
    const paths = ['/projects', '/sessions', `/sessions/${this.otherSession}/trades`, '/audit'];
    const answers = [];
    for (const path of paths) answers.push((await this.other.get(path).expect(200)).body);
    return answers;
  }

  private get agent() {
    return supertest(this.app.app.getHttpServer());
  }

  /** Adds a symbol to the venue. The service has no candles of this symbol. */
  listSymbol(): string {
    this.symbol = ownSymbol(this.venue);
    return this.symbol;
  }

  /** Runs work while the venue is faulty. */
  async whileVenue(fault: Scenario | null, work: () => Promise<void>): Promise<void> {
    if (fault) this.venue.play(fault);
    await work();
    this.venue.clearScenarios();
    this.venue.play({ kind: 'listing', symbol: this.symbol, listedAt: 0 });
  }

  /** Moves the clocks of service and venue. */
  wait(ms: number): void {
    this.aheadMs += ms;
    this.venue.advanceClock(ms);
  }

  /**
   * Sends a request again and again until it gets a response, or only once if the client gives up.
   * @returns null if the client never gets a response
   */
  async request(send: (call: Caller) => supertest.Test, { fault, givesUp }: Sending): Promise<Answer | null> {
    const first = await this.attempt(send, fault);
    if (first || givesUp) return first;
    const second = await this.attempt(send, null);
    if (!second) throw new Error('a request without a fault is not answered');
    return second;
  }

  /**
   * Sends a request once. Returns null if the response leaves the outcome open, or if the process crashed before
   * the response.
   */
  private async attempt(
    send: (call: Caller) => supertest.Test,
    fault: ConnectionFault | null,
  ): Promise<Answer | null> {
    this.connections.arm(fault);
    const { status, body } = await send(this.call);
    this.connections.arm(null);
    if (this.connections.hasCrashed) {
      await this.restart();
      return null;
    }
    if (status === 500) throw new Error(`answered 500 after ${fault?.kind} at statement ${fault?.at}`);
    return status < 500 ? { status, body } : null;
  }

  /** Number of faults in all connections of the service so far. */
  get faults(): number {
    return this.earlierFaults + this.connections.count;
  }

  private async restart(): Promise<void> {
    this.earlierFaults = this.faults;
    await this.app.close();
    // The start uses the clock of the machine, because with a later clock it would also remove temporary files of other
    // tests.
    const { aheadMs } = this;
    this.aheadMs = 0;
    this.app = await instance(this.venue, this.database, this.secrets);
    this.aheadMs = aheadMs;
    this.connections = connectionsOf(this.app);
  }

  async close(): Promise<void> {
    Date.now = now;
    await this.app.close();
    await this.venue.close();
    await this.database.remove();
  }
}

const instance = (
  venue: VenueDouble,
  { address }: OwnDatabase,
  { own, other }: { readonly own: string; readonly other: string },
): Promise<TestApp> => startAppOn(venue, { API_KEYS: `own@own:${own},other@other:${other}` }, address);

const connectionsOf = ({ app }: TestApp) => new FaultyConnections(poolOf(app.get(DataSource)));
