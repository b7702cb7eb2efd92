import { BacktestClient } from 'backtest-session';
import { openOrders, openPositions } from './book.js';
import { addChart } from './chart.js';
import { MINUTE, Replay, drawReplay } from './replay.js';

const FIGURES = ['tradeCount', 'plNet', 'winrate', 'profitFactor', 'avgRMultiple', 'maxDrawdown'] as const;
const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)!;
const text = (name: string) => find<HTMLInputElement>(`[name=${name}]`).value;
const number = (name: string) => find<HTMLInputElement>(`[name=${name}]`).valueAsNumber;
const charts = [addChart(find('#charts')), addChart(find('#charts'))];
let replay: Replay;
let playing: object | null = null;
let turn = Promise.resolve();

/** Does one thing after the other, because a step must not overtake an order, and shows what has become of it. */
function act(task: () => Promise<unknown>): Promise<void> {
  turn = turn.then(task).then(() => render(), stop);
  return turn;
}

function stop(error: Error) {
  playing = null;
  render(error.message);
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
async function play(): Promise<void> {
  const turns = (playing = playing ? null : {});
  while (turns && turns === playing) {
    await act(async () => turns === playing && ((await replay.step()) || (playing = null)));
    await new Promise((resume) => setTimeout(resume, 1000 / number('speed')));
  }
  render();
}

async function finish(): Promise<void> {
  playing = null;
  const stats = await replay.finish();
  list('#results', FIGURES, (name) => [`${name}: ${stats[name]}`]);
  find('#actions').hidden = true;
}

find('#play').addEventListener('click', () => void play());
find('#controls').prepend(
  button('Step', () => replay.step()),
  button('Back 10 minutes', () => replay.stepBack(replay.at - 10 * MINUTE)),
  button('Finish', finish),
);

function render(problem = ''): void {
  find('[role=status]').textContent = problem;
  find('#play').textContent = playing ? 'Pause' : 'Play';
  if (!replay) return;
  const { at, series, orders, trades } = replay;
  const [positions, waiting] = [openPositions(orders, trades), openOrders(orders)];
  find('h1').textContent = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const prices = positions.flatMap(({ entryPrice, stopLoss }) => [entryPrice, stopLoss]);
  for (const { limit } of waiting) prices.push(limit);
  charts.forEach((draw, index) => draw(series[index + 1]!, prices));
  list('#positions', positions, (of) => [
    `${of.positionId}: ${of.side} ${of.qty} from ${of.entryPrice}, stop ${of.stopLoss}`,
    button('Close half', () => replay.close(of, of.qty / 2)),
    button('Close all', () => replay.close(of, of.qty)),
  ]);
  list('#orders', waiting, (of) => [
    `${of.id}: ${of.closes ? 'close' : of.side} ${of.qty} at ${of.limit ?? 'the next open'}`,
    button('Cancel', () => replay.cancel(of)),
  ]);
  list('#trades', trades, (of) => [
    `${of.side} ${of.qty} from ${of.entryPrice} to ${of.exitPrice}: ${of.plNet}`,
  ]);
}

function button(name: string, task: () => Promise<unknown>): HTMLElement {
  const element = document.createElement('button');
  element.append(name);
  element.addEventListener('click', () => void act(task));
  return element;
}

/** Shows a list. It stays as it is if nothing has changed, so that a button keeps the focus while time goes on. */
function list<Item>(
  place: string,
  items: readonly Item[],
  line: (item: Item) => (string | HTMLElement)[],
): void {
  const key = JSON.stringify(items);
  if (find(place).dataset['key'] === key) return;
  find(place).dataset['key'] = key;
  find(place).replaceChildren();
  for (const item of items)
    find(place)
      .appendChild(document.createElement('li'))
      .append(...line(item));
}
