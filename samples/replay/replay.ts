import type { BacktestClient, NewTrade, Schemas } from 'backtest-session';
import type { Order, Position } from './book.js';
import { fillMinute, openOrders, openPositions, ordersAt, rounded } from './book.js';

export const MINUTE = 60_000;
/** Closed bars of each interval on the screen. */
const BARS = 300;
export type Series = Schemas['SeriesAsOfDto'];
type Source = Pick<Schemas['CreateSessionDto'], 'randomSourceStart' | 'randomSourceEnd' | 'randomSeed'>;

/** Creates a session, draws its range, and returns its id. */
export async function drawReplay(client: BacktestClient, symbol: string, length: number, source: Source) {
  const body = { name: `Replays of ${symbol}`, symbol, timeframe: '1m' };
  const known = (await client.get('/projects')).projects.find(({ name }) => name === body.name);
  const { id: projectId } = known ?? (await client.post('/projects', { body })).project;
  const session = { projectId, name: `Replay of ${symbol}`, initialBalance: 10_000, ...source };
  const { id } = (await client.post('/sessions', { body: session })).session;
  // Each request draws again, unless it has the key of an earlier request.
  const headers = { 'idempotency-key': `first draw of ${id}` };
  await client.post('/sessions/{id}/draw', { params: { id }, headers, body: { length } });
  return id;
}

/** A replay as the person sees it. A method may be called when the one before has ended. */
export class Replay {
  at = 0;
  series: readonly Series[] = [];
  orders: readonly Order[] = [];
  trades: readonly Schemas['TradeRecord'][] = [];
  private etag = '';

  private constructor(
    private readonly client: BacktestClient,
    private readonly session: Schemas['SessionRecord'],
    private readonly intervals: Series['interval'][],
    private readonly of = { params: { id: session.id } },
  ) {}

  /** Opens a replay where it stands. The first interval must be 1m, because minutes fill the orders. */
  static async open(client: BacktestClient, id: string, intervals: Series['interval'][]): Promise<Replay> {
    const { session } = await client.get('/sessions/{id}/record', { params: { id } });
    const replay = new Replay(client, session, intervals);
    const stored = await client.getIfChanged('/sessions/{id}/state', replay.of);
    replay.etag = stored?.etag ?? '';
    await replay.show(
      session.playhead?.at ?? session.rangeStart!,
      stored?.answer.state?.['orders'] as Order[],
    );
    return replay;
  }

  /** Plays a minute. Returns false at the end of the range. */
  async step(): Promise<boolean> {
    const at = this.at + MINUTE;
    if (at > this.session.rangeEnd!) return false;
    const newer = await this.candles(at, 1);
    const minute = newer[0]!.candles.find(({ ts }) => ts === this.at);
    const filled = minute && (await this.fill(minute));
    // The service learns what the person sees before the person sees it.
    await this.client.put('/sessions/{id}/playhead', { ...this.of, body: { at } });
    const series = newer.map((next, index) => appended(this.series[index]!, next));
    Object.assign(this, { at, series, ...filled });
    return true;
  }

  async place(order: Pick<Order, 'side' | 'qty' | 'limit' | 'stopLoss' | 'closes'>): Promise<void> {
    // With numbers as ids, the same orders give the same trades in the same order.
    const id = String(Number(this.orders.at(-1)?.id ?? 0) + 1);
    this.orders = await this.save([...this.orders, { ...order, id, placedAt: this.at, fill: null }]);
  }

  /** Closes a position, or a part of it, at the next open. */
  async close({ positionId: closes, side }: Position, qty: number): Promise<void> {
    await this.place({ closes, side, qty: rounded(qty), limit: null, stopLoss: null });
  }

  async cancel({ id }: Order): Promise<void> {
    this.orders = await this.save(this.orders.filter((order) => order.id !== id));
  }

  /** Goes back to an instant, and undoes what was done since then. */
  async stepBack(to: number): Promise<void> {
    await this.save(this.orders);
    // What the minute from `to` has filled was not known at `to`.
    const before = Math.max(to, this.session.rangeStart!) - 1;
    await this.client.post('/sessions/{id}/rewind', { ...this.of, body: { to: before } });
    await this.show(before, this.orders);
    await this.save(this.orders);
  }

  /** Closes all positions at the last price, because a loss that is left out would improve the results. */
  async finish(): Promise<Schemas['Statistics']> {
    this.orders = await this.save(this.orders.filter(({ fill }) => fill));
    const last = this.series[0]!.candles.at(-1);
    const exit = { exitTime: last?.ts ?? 0, exitPrice: last?.close ?? 0 };
    const positions = openPositions(this.orders, this.trades);
    this.trades = await this.store(
      positions.map((of) => ({ ...of, ...exit, clientId: `${of.positionId}-end` })),
    );
    await this.client.post('/sessions/{id}/finish', this.of);
    return (await this.client.get('/sessions/{id}/stats', this.of)).stats;
  }

  /** Shows what was known and done at an instant. After a step back, this is a moment before a minute. */
  private async show(instant: number, orders: readonly Order[] = []): Promise<void> {
    const at = Math.ceil(instant / MINUTE) * MINUTE;
    const trades = (await this.store([])).filter(({ exitTime }) => exitTime < at);
    const series = await this.candles(at, BARS);
    await this.client.put('/sessions/{id}/playhead', { ...this.of, body: { at } });
    Object.assign(this, { at, series, trades, orders: ordersAt(orders, instant) });
  }

  /** Stores what a minute fills. Until the next playhead is stored, the same minute fills the same orders again. */
  private async fill(minute: Schemas['CandleDto']) {
    const { orders, exits } = fillMinute(minute, this.orders, this.trades);
    if (exits.length === 0 && openOrders(orders).length === openOrders(this.orders).length) return {};
    return { orders: await this.save(orders), trades: await this.store(exits) };
  }

  /** Stores trades, and returns all trades of the session. */
  private async store(exits: readonly NewTrade[]): Promise<Schemas['TradeRecord'][]> {
    await this.client.addTrades(this.session.id, exits);
    const trades = [];
    for await (const trade of this.client.items('/sessions/{id}/trades', this.of)) trades.push(trade);
    return trades;
  }

  /** Stores the orders. Fails if another machine has gone on, and therefore comes before anything else. */
  private async save(orders: readonly Order[]): Promise<readonly Order[]> {
    const request = { ...this.of, headers: { 'if-match': this.etag }, body: { state: { orders } } };
    this.etag = (await this.client.send('put', '/sessions/{id}/state', request)).headers.get('etag') ?? '';
    return orders;
  }

  private async candles(at: number, count: number): Promise<Series[]> {
    const { symbol, feed } = this.session.assets[0]!;
    const query = { symbol, feed, intervals: this.intervals, at, count };
    return (await this.client.get('/candles/as-of', { query })).series;
  }
}

function appended({ candles }: Series, next: Series): Series {
  const newer = next.candles.filter(({ ts }) => ts > (candles.at(-1)?.ts ?? 0));
  return { ...next, candles: [...candles, ...newer].slice(-BARS) };
}
