import { BacktestClient } from 'backtest-session';
import { openOrders, openPositions } from './book.js';
import { type Level, addChart } from './chart.js';
import { MINUTE, Replay, drawReplay } from './replay.js';

const FIGURES = ['tradeCount', 'plNet', 'winrate', 'profitFactor', 'avgRMultiple', 'maxDrawdown'] as const;
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const input = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const text = (name: string) => input(name).value;
const number = (name: string) => input(name).valueAsNumber;
let replay: Replay;
let charts: ReturnType<typeof addChart>[] = [];
/** Another object whenever playing begins, so that a turn of an earlier time ends. */
let playing: object | null = null;
let turn = Promise.resolve();

/** Does one thing after the other, because a step must not overtake an order, and shows what has become of it. */
function act(task: () => Promise<unknown>): Promise<void> {
  turn = turn.then(task).then(
    () => render(),
    (error: Error) => render(error.message),
  );
  return turn;
}

const onSubmit = (form: string, task: (button: string) => Promise<unknown>) =>
  find(form).addEventListener('submit', (event) => {
    event.preventDefault();
    void act(() => task((event.submitter as HTMLButtonElement).value));
  });

onSubmit('#start', async (button) => {
  const client = new BacktestClient({ baseUrl: text('url'), apiKey: text('key') });
  const id = await (button === 'draw' ? drawn(client) : newest(client));
  replay = await Replay.open(client, id, ['1m', '5m', '1h']);
  find('#start').hidden = true;
  find('#replay').hidden = false;
  charts = [addChart(find('#charts')), addChart(find('#charts'))];
});

function drawn(client: BacktestClient): Promise<string> {
  const [randomSourceStart, randomSourceEnd] = [number('from'), number('to')];
  const source = { randomSourceStart, randomSourceEnd, randomSeed: number('seed') };
  return drawReplay(client, text('symbol'), number('hours') * 60 * MINUTE, source);
}

async function newest(client: BacktestClient): Promise<string> {
  const { sessions } = await client.get('/sessions', { query: { status: 'active' } });
  const session = sessions.find(({ draws }) => draws > 0);
  if (!session) throw new Error('No replay is active.');
  return session.id;
}

onSubmit('#order', (side) => {
  const limit = number('limit') || null;
  const order = { qty: number('qty'), limit, stopLoss: number('stop'), closes: null };
  return replay.place({ ...order, side: side === 'long' ? 'long' : 'short' });
});

/** Plays until it is paused, ends or fails. A slow service slows it down. */
function play(turns: object | null): void {
  if (!turns) return render();
  if (turns !== playing) return;
  const step = async () => turns === playing && ((await replay.step()) || (playing = null));
  void act(step).then(() => setTimeout(play, 1000 / number('speed'), turns));
}

async function finish(): Promise<void> {
  playing = null;
  const stats = await replay.finish();
  list('#results', FIGURES, (name) => [`${name}: ${stats[name]}`]);
  find('#actions').hidden = true;
}

find('#play').addEventListener('click', () => play((playing = playing ? null : {})));
find('#controls').append(
  button('Step', () => replay.step()),
  button('Back 10 minutes', () => replay.stepBack(replay.at - 10 * MINUTE)),
  button('Finish', finish),
);

function render(problem = ''): void {
  find('[role=status]').textContent = problem;
  if (problem) playing = null;
  find('#play').textContent = playing ? 'Pause' : 'Play';
  if (!replay) return;
  const { at, series, orders, trades } = replay;
  const [positions, waiting] = [openPositions(orders, trades), openOrders(orders)];
  find('h1').textContent = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const levels: Level[] = waiting.map(({ limit }) => ['limit', limit]);
  for (const { entryPrice, stopLoss } of positions) levels.push(['entry', entryPrice], ['stop', stopLoss]);
  charts.forEach((draw, index) => draw(series[index + 1]!, levels));
  list('#positions', positions, (of) => [
    `${of.positionId}: ${of.side} ${of.qty} from ${of.entryPrice}, stop ${of.stopLoss}`,
    button('Close half', () => replay.close(of, of.qty / 2)),
    button('Close all', () => replay.close(of, of.qty)),
  ]);
  list('#orders', waiting, (of) => [
    `${of.id}: ${of.closes ? `close ${of.closes},` : of.side} ${of.qty} at ${of.limit ?? 'the next open'}`,
    button('Cancel', () => replay.cancel(of)),
  ]);
  list('#trades', trades, (of) => [
    `${of.side} ${of.qty} from ${of.entryPrice} to ${of.exitPrice}: net ${of.plNet}`,
  ]);
}

function button(name: string, task: () => Promise<unknown>): HTMLElement {
  const element = document.createElement('button');
  element.append(name);
  element.addEventListener('click', () => void act(task));
  return element;
}

/** Shows a list. It stays as it is if nothing has changed, so that a button keeps the focus while time goes on. */
function list<Item>(place: string, items: readonly Item[], line: (item: Item) => (string | Node)[]): void {
  const [element, key] = [find(place), JSON.stringify(items)];
  if (element.dataset['key'] === key) return;
  element.dataset['key'] = key;
  element.replaceChildren(...items.map(() => document.createElement('li')));
  items.forEach((item, index) => element.children[index]!.append(...line(item)));
}
