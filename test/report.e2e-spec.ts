import { AnalysisQueue } from '../src/review/analysis/service/analysis-queue.js';
import { Problem } from '../src/shared/problems/problem.js';
import { createHash } from 'node:crypto';
import type { Answered } from './support/factories.js';
import { DataSource } from 'typeorm';
import { ReportService } from '../src/review/desk/report.service.js';
import { ReportWorker } from '../src/review/desk/report-worker.js';
import { Metrics } from '../src/platform/metrics/metrics.js';
import type { PackedSheet } from '../desk/report/packed/packed-sheet.js';
import type { SessionDto } from '../src/sessions/session.dto.js';
import { Session as StoredSession } from '../src/sessions/session.entity.js';
import { type TestApp, startTestApp } from './support/app.js';
import {
  DAY,
  HOUR,
  MINUTE,
  T,
  aProject,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  finish,
  ingest,
  statsOf,
  tradesWith,
} from './support/factories.js';
import { aMarket, marketTrades } from './support/desk.js';
import { quietBars, stopped, storeBars } from './support/ideal-r.js';
import { expectProblem } from './support/problems.js';
import { until } from './support/until.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Session = Answered<SessionDto>;

const pathOf = ({ id }: Session, query = '') => `/sessions/${id}/report${query}`;

/** A report and its content. */
interface Report {
  readonly html: string;
  /** The content that is visible without scripts. */
  readonly markup: string;
  readonly data: PackedSheet;
  readonly script: string;
  readonly style: string;
}

const between = (text: string, start: string, end: string): string => {
  const from = text.indexOf(start);
  expect(from).toBeGreaterThanOrEqual(0);
  return text.slice(from + start.length, text.indexOf(end, from + start.length));
};

async function reportOf(session: Session, query = ''): Promise<Report> {
  const response = await t.call.get(pathOf(session, query)).expect(200);
  const html = response.text;
  return {
    html,
    markup: between(html, '<div id="report">', '<script type="application/json"'),
    data: JSON.parse(between(html, '<script type="application/json" id="data">', '</script>')) as PackedSheet,
    script: between(html, '<script>', '</script>'),
    style: between(html, '<style>', '</style>'),
  };
}

/** The elements of the markup by name, as a browser would parse it. */
const elementsOf = (markup: string): Set<string> =>
  new Set([...markup.matchAll(/<([a-z0-9]+)/gi)].map(([, name]) => name!.toLowerCase()));

const ALLOWED =
  'a article button caption circle code dd details div dl dt figure footer g h1 h2 h3 header li line main nav ol p path rect section span strong summary svg table tbody td text th thead title tr ul'.split(
    ' ',
  );

const manyTrades = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const plNet = ((i * 7_919) % 41) - 19;
    const entryTime = T + i * 5 * MINUTE;
    return aTrade({ plNet, entryTime, exitTime: entryTime + 3 * MINUTE, stopLoss: 990 });
  });

/** Returns fields of a session in a market for which no other test stores candles. */
const withoutCandles = () => ({ assets: [{ symbol: aSymbol() }] });

async function aSessionOf(count: number): Promise<Session> {
  const session = await aSession(t.call, withoutCandles());
  const trades = manyTrades(count);
  for (let first = 0; first < count; first += 500) {
    await ingest(t.call, session, trades.slice(first, first + 500));
  }
  return session;
}

describe('a report', () => {
  it('is a download whose file name contains the session name, and has an ETag', async () => {
    const fields = { ...withoutCandles(), name: '../"Über" <b>' };
    const session = await aSessionWith(t.call, tradesWith(5, -3), fields);
    const { headers } = await t.call.get(pathOf(session)).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="report-uber-b.html"',
      'cache-control': 'private, no-cache',
    });
    const again = await t.call.get(pathOf(session)).set('If-None-Match', headers['etag']!).expect(304);
    expect(again.text).toBe('');
    await t.call
      .get(pathOf(session, '?breakEvenThreshold=4'))
      .set('If-None-Match', headers['etag']!)
      .expect(200);
    await t.call.patch(`/sessions/${session.id}`, { name: 'Another' }).expect(200);
    await t.call.get(pathOf(session)).set('If-None-Match', headers['etag']!).expect(200);
  });

  it('answers the questions of the evidence as the API does, but has no link to other tries of the project', async () => {
    const session = await aSessionOf(60);
    // On a busy machine, the first response does not wait for every question.
    const evidence = async () =>
      (await t.call.get(`/sessions/${session.id}/analysis/evidence`).expect(200)).body;
    await until(async () => (await evidence()).pending === 0, 50);
    const { questions } = await evidence();
    const { data, markup } = await reportOf(session);
    expect(data.evidence?.questions).toEqual(questions);
    expect(data.evidence?.pending).toBe(0);
    const [line, equity, list] = ['evidence-line', '<h2>Equity and drawdown</h2>', '<h2>Evidence</h2>'].map(
      (text) => markup.indexOf(text),
    );
    expect(Math.min(line!, equity!)).toBeGreaterThan(0);
    expect(list).toBeGreaterThan(Math.max(line!, equity!));
    for (const panel of markup.matchAll(/<a href="#([a-z-]+)">/g))
      expect(markup).toContain(` id="${panel[1]}"`);
    expect(markup).not.toContain('#/projects');
  });

  it("has a different ETag after a change of a trade's note, and shows the note", async () => {
    const session = await aSessionWith(t.call, tradesWith(5, -3), withoutCandles());
    const { headers } = await t.call.get(pathOf(session)).expect(200);
    const { trades } = (await t.call.get(`/sessions/${session.id}/trades`).expect(200)).body;
    await t.call.patch(`/sessions/${session.id}/trades/${trades[0].id}`, { note: 'Too early' }).expect(200);
    const again = await t.call.get(pathOf(session)).set('If-None-Match', headers['etag']!).expect(200);
    expect(again.headers['etag']).not.toBe(headers['etag']);
  });

  it('is not made for a client that has disconnected, and the next report is still made', async () => {
    const session = await aSessionWith(t.call, tradesWith(5, -3));
    const { workspaceId } = await t.app
      .get(DataSource)
      .getRepository(StoredSession)
      .findOneByOrFail({ id: session.id });
    const client = { signal: AbortSignal.abort(new Error('left')) };
    const request = { workspaceId, sessionId: session.id, breakEvenThreshold: 0, client };
    await expect(t.app.get(ReportService).get(request, undefined)).rejects.toThrow('left');
    await t.call.get(pathOf(session)).expect(200);
  });

  it('allows only its own script and style, and loads nothing', async () => {
    const session = await aSessionWith(t.call, tradesWith(5, -3));
    const { html, script, style, markup } = await reportOf(session);
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(between(html, 'http-equiv="Content-Security-Policy" content="', '"').split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hash(script)}`,
      `style-src ${hash(style)}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<style/g)).toHaveLength(1);
    expect(markup).not.toMatch(/ style=| on[a-z]+=|javascript:| src=/);
    expect(style).not.toMatch(/url\(|@import/);
  });

  it('contains no API key', async () => {
    const { html } = await reportOf(await aSessionWith(t.call, tradesWith(5)));
    expect(html).not.toContain(t.secrets.own);
    expect(html).not.toMatch(/api.key/i);
  });

  it.each([0, 1, 24])('has the figures of the API for %d trades', async (count) => {
    const session = await aSessionOf(count);
    const stats = await statsOf(t.call, session);
    const { data, markup } = await reportOf(session);
    expect(data.stats.tradeCount).toBe(count);
    const { body } = await t.call.get(`/sessions/${session.id}/analysis/confidence`).expect(200);
    expect(data.confidence).toEqual(body);
    expect(data.equity.values).toEqual(stats.equityCurve.map(({ equity }) => equity));
    expect(data.trades.plNet).toHaveLength(count);
    const { plNet } = stats;
    const written = Math.abs(plNet).toFixed(2);
    if (plNet !== 0) expect(markup).toContain(`${plNet > 0 ? '+' : '\u2212'}${written}`);
    // The equity, the drawdown and the costs.
    expect(markup.match(/class="curve"/g)?.length ?? 0).toBe(count === 0 ? 0 : 3);
    const rows = between(`${markup}<h2>Trades</h2></table>`, '<h2>Trades</h2>', '</table>').match(
      /<tr>|<tr class/g,
    );
    expect(rows?.length ?? 0).toBe(count === 0 ? 0 : count + 1);
  });

  it('draws the equity from the first entry to the last exit', async () => {
    const session = await aSessionWith(t.call, tradesWith(100, -50, 25), withoutCandles());
    const { markup } = await reportOf(session);
    const path = between(markup, '<path class="curve" d="', '"');
    // The drawing is 734 pixels wide. The plot leaves 64 pixels free on its left and 12 on its right.
    expect(path).toMatch(/^M64,/);
    expect(path.match(/H/g)).toHaveLength(3);
    expect(path).toMatch(/H722V[\d.]+$/);
  });

  it('shows which figures are undefined or missing, instead of showing zeros or empty charts', async () => {
    const { markup } = await reportOf(await aSession(t.call));
    expect(markup).toContain('There are no trades yet. Import a file, or send trades over the API.');
    const withTrade = await reportOf(await aSessionWith(t.call, tradesWith(100), withoutCandles()));
    expect(withTrade.markup).toContain('No candles of these trades are stored');
    expect(between(markup, 'id="tile-winrate"', '</div>')).toContain('<dd>–</dd>');
    expect(markup).not.toMatch(/NaN|Infinity|undefined<|null</);
  });

  it('contains the stored candles, the ideal R and the exits of a finished session', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(-60, 1_600, { 5: { high: 1030 } }));
    const session = await aSession(t.call, { assets: [{ symbol }] });
    await ingest(t.call, session, [stopped({ symbol, takeProfit: 1_020 })]);
    await finish(t.call, session);
    const { data, markup } = await reportOf(session);
    const [candles] = data.candles;
    expect(candles).toMatchObject({ symbol, feed: 'venue-spot', intervalMs: MINUTE });
    expect(data.idealR).toEqual([3]);
    expect(data.excursions.state).toBe('ready');
    const { body } = await t.call.get(`/sessions/${session.id}/analysis/excursions`).expect(200);
    const [{ r }] = body.trades;
    expect([data.excursions.mfeR, data.excursions.maeR]).toEqual([[r.mfe.min], [r.mae.min]]);
    const exits = await t.call.get(`/sessions/${session.id}/analysis/exits?targets=auto`).expect(200);
    expect(data.exits).toMatchObject({ state: 'ready', cells: exits.body.cells });
    expect(new Set(exits.body.cells.map(({ target }: { target: number }) => target))).toEqual(
      new Set([0.2, 0.4, 0.6, 0.8, 1]),
    );
    expect(markup).toContain('class="candle-up"');
    expect(markup.match(/class="level line-(up|down)"/g)).toHaveLength(2);
  });

  it('shows costs, position sizes, marked equity, random entries and doubtful fills, with the figures of the API', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, aMarket(20 * 60));
    const session = await aSession(t.call, { assets: [{ symbol }] });
    const [first, ...others] = marketTrades(symbol, 18);
    await ingest(t.call, session, [{ ...first!, exitPrice: 1_500 }, ...others]);
    const { data, markup } = await reportOf(session);
    const answer = async (path: string) =>
      (await t.call.get(`/sessions/${session.id}/analysis/${path}`).expect(200)).body;
    expect(data.costs).toEqual(await answer('costs'));
    expect(data.sizing).toEqual(await answer('sizing'));
    expect(data.timing).toEqual(await answer('timing'));
    expect(data.timing?.state).toBe('ready');
    const { drawdown, points } = await answer('equity');
    expect(data.markedEquity).toMatchObject({ state: 'ready', drawdown });
    expect(data.markedEquity?.points.map(({ close }) => close)).toEqual(
      points.map(({ close }: { close: number }) => close),
    );
    const fills = await answer('fills');
    expect(data.fills?.summary).toEqual(fills.summary);
    expect(fills.summary.fills.impossible).toBe(1);
    expect(data.fills?.trades.map(({ findings }) => findings)).toEqual(
      fills.trades.map(({ findings }: { findings: object[] }) => findings),
    );
    expect(data.fills?.trades[0]?.tradeId).toBe('0');
    expect(markup).toContain('<span class="tag doubt">impossible price</span>');
    for (const title of ['Costs', 'Marked equity', 'Timing', 'Position size', 'Fills'])
      expect(markup).toContain(`<h2>${title}</h2>`);
    expect(markup).toContain('buy and hold');
  });

  it('states why marked equity, timing and the check of fills are missing without candles', async () => {
    const { data, markup } = await reportOf(await aSessionWith(t.call, tradesWith(5, -3), withoutCandles()));
    const states = [data.markedEquity, data.timing, data.fills].map((part) => part?.state);
    expect(states).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(markup.match(/No candles of these trades are stored/g)?.length).toBeGreaterThanOrEqual(3);
  });

  it('counts trades up to a threshold as break-evens', async () => {
    const session = await aSessionWith(t.call, tradesWith(5, -3, 1));
    const { data } = await reportOf(session, '?breakEvenThreshold=2');
    expect(data.stats).toMatchObject({ winCount: 1, lossCount: 1, breakEvenCount: 1 });
    expect(data.explanations?.['winCount']).toMatchObject({ value: 1, counted: 1 });
  });

  it('contains the explanation of each figure', async () => {
    const session = await aSessionWith(t.call, tradesWith(5, -3));
    const { body } = await t.call
      .get(`/sessions/${session.id}/stats/explain?figure=profitFactor`)
      .expect(200);
    const { data, markup } = await reportOf(session);
    const { value, definition, formula, source, arithmetic, counted, unit } = body;
    expect(data.explanations?.['profitFactor']).toEqual({
      value,
      definition,
      formula,
      source,
      arithmetic,
      counted,
      unit,
    });
    expect(markup).toContain(arithmetic);
    const sharpe = await t.call
      .get(`/sessions/${session.id}/stats/explain?figure=risk.returns.sharpe`)
      .expect(200);
    const explained = data.explanations?.['risk.returns.sharpe'];
    expect(explained).toMatchObject({ formula: sharpe.body.formula, source: sharpe.body.source });
    expect(markup).toContain('popover="auto"');
  });

  it('shows the figures by side, symbol, tag, duration, month, weekday and hour', async () => {
    const trades = [5, -3, 8, -1].map((plNet, hour) =>
      aTrade({ plNet, hour, tags: [plNet > 0 ? 'exit:roi' : 'exit:stop', 'enter:cross'] }),
    );
    const session = await aSessionWith(t.call, trades);
    const { data, markup } = await reportOf(session);
    const { body } = await t.call.get(`/sessions/${session.id}/analysis/breakdown?by=tag`).expect(200);
    const [group] = data.byTag!.groups;
    expect(group).toMatchObject({ key: 'enter:cross', tradeCount: 4 });
    expect(group!.figures.plNet).toBe(body.groups[0].figures.plNet);
    for (const title of ['Side', 'Entry reason', 'Exit reason', 'Duration', 'Month', 'Weekday', 'Hour'])
      expect(markup).toContain(`<th scope="col">${title}</th>`);
  });

  it('shows rolling figures, and a column with the whole year beside the months', async () => {
    const trades = Array.from({ length: 40 }, (_, day) =>
      aTrade({ plNet: day % 3 === 0 ? -9 : 7, entryTime: T + day * DAY, exitTime: T + day * DAY + HOUR }),
    );
    const session = await aSessionWith(t.call, trades);
    const { data, markup } = await reportOf(session);
    const { body } = await t.call.get(`/sessions/${session.id}/analysis/risk?rolling=30`).expect(200);
    expect(data.rolling).toEqual({ days: 30, windows: body.rolling });
    expect(markup).toContain('aria-label="Sharpe ratio of the last 30 days, by day"');
    expect(markup).toContain('<th scope="col">Year</th>');
  });

  it('draws paths from blocks of trades if the results depend on each other, and states this', async () => {
    const streaks = Array.from({ length: 60 }, (_, hour) =>
      aTrade({ plNet: Math.floor(hour / 10) % 2 === 0 ? 5 : -4, hour }),
    );
    const { data, markup } = await reportOf(await aSessionWith(t.call, streaks));
    expect(data.monteCarlo?.method).toBe('block');
    expect(markup).toContain('Wins and losses come in streaks (runs test, z \u2212');
  });

  it('shows how much of the market earlier sessions had seen, without the names of these sessions', async () => {
    const symbol = aSymbol();
    const assets = [{ symbol }];
    const trades = tradesWith(5, -3).map((trade) => ({ ...trade, symbol }));
    await aSessionWith(t.call, trades, { assets, name: 'Secret earlier strategy' });
    const { data, html, markup } = await reportOf(await aSessionWith(t.call, trades, { assets }));
    expect(data.hindsight).toMatchObject({ seenSessionCount: 1, names: [] });
    expect(markup).toContain('1 earlier session');
    expect(html).not.toContain('Secret earlier strategy');
  });
});

describe('hostile texts', () => {
  const MARKUP = [
    '</script><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '</style><style>*{display:none}',
    '--><!-- <iframe srcdoc="x">',
    `'"><svg onload=alert(1)>`,
    '</title></textarea><b>',
    '\u2028 ${7*7} {{7*7}} &lt;i&gt;',
  ];

  it('are shown as text in name, project, strategy, description, notes and tags', async () => {
    const { id: projectId } = await aProject(t.call, { name: MARKUP[0] });
    const session = await aSession(t.call, {
      projectId,
      name: MARKUP[1],
      strategy: MARKUP[2],
      description: MARKUP[3],
      tags: ['<u>'],
    });
    const trades = MARKUP.map((note) => aTrade({ note, tags: [note.slice(0, 20)] }));
    await ingest(t.call, session, trades);
    const { html, markup, data } = await reportOf(session);
    expect([...elementsOf(markup)].filter((name) => !ALLOWED.includes(name))).toEqual([]);
    expect(html.match(/<\/script>/gi)).toHaveLength(2);
    expect(html.match(/<\/?title>/gi)).toHaveLength(2 + (markup.match(/<\/?title>/g)?.length ?? 0));
    expect(html.match(/<!--/g)).toBeNull();
    expect([data.projectName, data.session.name]).toEqual([MARKUP[0], MARKUP[1]]);
    expect(Object.values(data.trades.notes)).toEqual(MARKUP);
  });
});

describe('the report route', () => {
  it('returns 404 for an unknown session, and 400 for an invalid threshold', async () => {
    const unknown = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';
    expectProblem(await t.call.get(`/sessions/${unknown}/report`), 'SESSION_NOT_FOUND');
    expectProblem(await t.call.get('/sessions/1/report'), 'SESSION_NOT_FOUND');
    const session = await aSession(t.call);
    const wrong = await t.call.get(pathOf(session, '?breakEvenThreshold=-1'));
    expectProblem(wrong, 'VALIDATION_FAILED', ['breakEvenThreshold']);
  });

  it('does not exist if the desk is off', async () => {
    const off = await startTestApp({ DESK: 'off' });
    try {
      const session = await aSession(off.call);
      expectProblem(await off.call.get(pathOf(session)), 'NOT_FOUND');
    } finally {
      await off.close();
    }
  });
});

describe('waiting reports', () => {
  const waiting = async (): Promise<number> => {
    const found = await t.app.get(Metrics).registry.getSingleMetric('backtest_reports_waiting')!.get();
    return found.values[0]!.value;
  };

  it('are counted by a metric, and are made one at a time', async () => {
    const session = await aSessionWith(t.call, tradesWith(5, -3));
    const worker = t.app.get(ReportWorker);
    const make = worker.make.bind(worker);
    let [release, atOnce, most] = [(): void => undefined, 0, 0];
    const released = new Promise<void>((resolve) => (release = resolve));
    Object.assign(worker, {
      make: async (...args: Parameters<typeof make>) => {
        most = Math.max(most, (atOnce += 1));
        await released;
        return make(...args).finally(() => (atOnce -= 1));
      },
    });
    try {
      expect(await waiting()).toBe(0);
      const answers = [1, 2, 3].map((threshold) =>
        t.call.get(pathOf(session, `?breakEvenThreshold=${threshold}`)).then(({ status }) => status),
      );
      await until(async () => (await waiting()) === 2);
      release();
      expect(await Promise.all(answers)).toEqual([200, 200, 200]);
      expect(await waiting()).toBe(0);
      expect(most).toBe(1);
    } finally {
      Object.assign(worker, { make });
    }
  });
});

describe('a report that fails', () => {
  it('returns an error if an analysis is refused, and the next report is made', async () => {
    const session = await aSessionWith(t.call, tradesWith(5, -3));
    const queue = t.app.get(AnalysisQueue);
    const run = queue.run.bind(queue);
    Object.assign(queue, { run: () => Promise.reject(new Problem('BUSY', 'No room.')) });
    try {
      expectProblem(await t.call.get(pathOf(session)), 'BUSY');
    } finally {
      Object.assign(queue, { run });
    }
    expect((await reportOf(session)).data.stats.tradeCount).toBe(2);
  });
});

describe('a large report', () => {
  it('draws all trades over the candles, without marks that would cover the candles', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(-60, 1_600, {}));
    const traded = async (count: number) => {
      const session = await aSession(t.call, { assets: [{ symbol }] });
      const trades = Array.from({ length: count }, (_, i) => {
        const entryTime = T + i * 1_000;
        return aTrade({ symbol, entryTime, exitTime: entryTime + 90_000, plNet: (i % 3) - 1 });
      });
      for (let first = 0; first < count; first += 500) {
        await ingest(t.call, session, trades.slice(first, first + 500));
      }
      const { markup } = await reportOf(session);
      const lines = [...markup.matchAll(/class="trade-line" d="([^"]*)"/g)].map(([, path]) => path!);
      const marks = markup.match(/class="trade-(entry|exit)"/g)?.length ?? 0;
      return { lines: lines.join('').split('M').length - 1, marks };
    };
    expect(await traded(1_000)).toEqual({ lines: 1_000, marks: 4 });
    expect(await traded(1_001)).toEqual({ lines: 1_001, marks: 0 });
  });
});
