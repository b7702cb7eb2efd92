import { readFileSync } from 'node:fs';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser, waitUntil } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import {
  HOUR,
  T,
  aProject,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  tradesWith,
} from '../support/factories.js';
import { realData } from '../support/real-data.js';
import { itWith } from '../support/with-recordings.js';

describeInBrowser('on the review desk, with sessions of any size,', (browser) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('a session without trades shows one sentence with the next step instead of charts', async () => {
    const session = await aSession(service.call);
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    await page.locator('.trades', { hasText: 'There are no trades yet. Import a file' }).waitFor();
    expect(await page.locator('.card h2').allInnerTexts()).toEqual(['Trades']);
    expect(faults).toEqual([]);
    await close();
  });

  it('a session with one trade and no candles shows its figures, and how to get candles', async () => {
    const symbol = aSymbol();
    const session = await aSessionWith(service.call, tradesWith(12.5), { assets: [{ symbol }] });
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    await page.locator('.tile', { hasText: '+12.50' }).first().waitFor();
    const candles = page.locator('.card', {
      hasText: `No 15m candles of ${symbol} at this time are stored.`,
    });
    await candles.getByRole('button', { name: 'Add candles' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it.each([1280, 1024, 390])('amounts of billions at %d px show every digit', async (width) => {
    const huge = tradesWith(-11, 5, 10).map((trade) => ({ ...trade, qty: 1e9 }));
    // A new symbol, because the findings of stored candles would be further labels of the trades.
    const assets = [{ symbol: aSymbol() }];
    const session = await aSessionWith(service.call, huge, { initialBalance: 1e12, assets });
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`, { width });
    await settled(page);
    await page.locator('.tile', { hasText: '+4,000,000,000' }).first().waitFor();
    await page.locator('.trade-rows .num', { hasText: '\u221211,000,000,000' }).waitFor();
    const cut =
      await page.evaluate(`[...document.querySelectorAll('.tile dd, .trade-rows span, .columns span')]
      .filter((shown) => shown.scrollWidth > shown.clientWidth).map((shown) => shown.innerText)`);
    expect(cut).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it.each([1280, 1024, 390])(
    'labels for which a row of the trades has no room end with an ellipsis at %d px, and the tooltip has them in full',
    async (width) => {
      const tags = ['breakout of the range', 'news at the open', 'late'];
      const note = 'Entered after the second candle.';
      const [labelled, plain] = tradesWith(-11, 5).map((trade) => ({ ...trade, qty: 1e9 }));
      const trades = [{ ...labelled!, tags, note }, plain!];
      const assets = [{ symbol: aSymbol() }];
      const session = await aSessionWith(service.call, trades, { initialBalance: 1e12, assets });
      const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`, {
        width,
      });
      await settled(page);
      await page.locator('.trade-rows .tag', { hasText: 'late' }).waitFor();
      const rows = await page.evaluate(`[...document.querySelectorAll('.trade-rows .labels')].map((cell) => {
        const { right } = cell.getBoundingClientRect();
        const labels = [...cell.children];
        return {
          tooltip: cell.title,
          outside: labels.filter((label) => label.getBoundingClientRect().right > right + 1).map((label) => label.innerText),
          withoutSign: labels
            .filter((label) => label.scrollWidth > label.clientWidth && getComputedStyle(label).textOverflow !== 'ellipsis')
            .map((label) => label.innerText),
        };
      })`);
      expect(rows).toEqual([
        { tooltip: [...tags, note].join('\n'), outside: [], withoutSign: [] },
        { tooltip: '', outside: [], withoutSign: [] },
      ]);
      expect(faults).toEqual([]);
      await close();
    },
  );

  it('the numbers below the bars do not overlap, even with hundreds of trades per hour', async () => {
    const trades = Array.from({ length: 2_400 }, (_, trade) =>
      aTrade({ plNet: (trade % 3) - 1, hour: trade % 24 }),
    );
    const session = await aSessionWith(service.call, trades.slice(0, 500));
    for (let from = 500; from < trades.length; from += 500) {
      await service.call
        .post(`/sessions/${session.id}/trades`, { trades: trades.slice(from, from + 500) })
        .expect(201);
    }
    const { page, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    const overlaps = await page.evaluate(`(() => {
      const boxes = [...document.querySelectorAll('svg[aria-label*="by hour"] g > text.mid:not(.strong)')]
        .filter(({ textContent }) => textContent === '100')
        .map((text) => text.getBoundingClientRect());
      return [boxes.length > 6, boxes.filter(({ left }, index) => index && left < boxes[index - 1].right + 2).length];
    })()`);
    expect(overlaps).toEqual([true, 0]);
    await close();
  });

  it('long names and tags without spaces do not make a page wider than the screen', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200);
    const project = await aProject(service.call);
    const fields = { projectId: project.id, name: long, tags: ['W'.repeat(40)] };
    const [one, two] = [
      await aSessionWith(service.call, tradesWith(1, 2), fields),
      await aSessionWith(service.call, tradesWith(1, -2), fields),
    ];
    const comparison = `/projects/${project.id}/compare?sessions=${one.id},${two.id}`;
    for (const [path, width] of [
      [`/projects/${project.id}`, 390],
      [comparison, 390],
      [comparison, 1280],
    ] as const) {
      const { page, close } = await openDesk(browser(), service, path, { width });
      await settled(page);
      await page.getByText(long).first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      if (width === 1280) {
        const table = page.getByRole('region', { name: 'Welch’s t-test' }).locator('table');
        expect((await table.boundingBox())!.width).toBeLessThan(width);
      }
      await close();
    }
  });

  const file = realData('cases/freqtrade-24-trades.json', '24 real trades on the review desk');
  itWith(file)('24 trades that freqtrade made on five symbols are all shown', async () => {
    const { session: settings, trades } = JSON.parse(readFileSync(file!, 'utf8')) as RecordedCase;
    const { symbols, ...fields } = settings;
    const session = await aSession(service.call, {
      ...fields,
      assets: symbols.map((symbol) => ({ symbol })),
    });
    await service.call
      .post(`/sessions/${session.id}/trades`, {
        trades: trades.map((trade) => ({ ...trade, tool: undefined })),
      })
      .expect(201);
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    await waitUntil(page, `document.querySelector('.trade-rows').dataset.loaded === '24'`);
    expect(await page.locator('.tile').last().innerText()).toContain('24');
    expect(faults).toEqual([]);
    await close();
  });

  it('the first figures of a session with 1,000 trades appear after a few requests to the API', async () => {
    const session = await importedSession(1_000);
    await service.call.get(`/sessions/${session.id}/stats`).expect(200);
    const { page, close } = await openDesk(browser(), service, '/');
    await settled(page);
    const opened = await openDesk(browser(), service, `/sessions/${session.id}`);
    let requests = 0;
    // The size of the scripts is limited, not their number.
    opened.page.on('request', (request) => (requests += Number(!request.url().includes('/desk/assets/'))));
    await opened.page.locator('.tile', { hasText: '500 wins' }).waitFor();
    expect(requests).toBeLessThan(10);
    await opened.close();
    await close();
  });

  it('100,000 trades are drawn as a few rows and a thinned curve, and the list can be scrolled to the last trade', async () => {
    const session = await importedSession(100_000);
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await page.locator('.tile', { hasText: '100,000' }).last().waitFor();
    const path = await page.locator('svg[aria-label^="Equity from"] path.curve').getAttribute('d');
    expect(path!.length).toBeLessThan(200_000);
    expect(await page.locator('.trade-rows [role="option"]').count()).toBeLessThan(40);
    await page.getByRole('button', { name: 'Losses' }).click();
    await waitUntil(page, `document.querySelector('.trade-rows').dataset.rows === '50000'`);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.locator('[aria-selected="true"][aria-posinset="50000"]').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  const importedSession = async (many: number) => {
    const project = await aProject(service.call, { name: `${many} trades` });
    const session = await aSession(service.call, { projectId: project.id, initialBalance: 1_000_000 });
    const lines = ['side,qty,entryTime,entryPrice,exitTime,exitPrice'];
    for (let trade = 0; trade < many; trade += 1) {
      const { side, qty, entryTime, entryPrice, exitTime, exitPrice } = aTrade({
        plNet: trade % 2 === 0 ? 11 : -10,
        entryTime: T + trade * HOUR,
        exitTime: T + trade * HOUR + HOUR / 2,
      });
      lines.push([side, qty, entryTime, entryPrice, exitTime, exitPrice].join());
    }
    await service.call
      .post(`/sessions/${session.id}/trades/import`)
      .set('content-type', 'text/csv')
      .send(lines.join('\n'))
      .expect(201);
    return session;
  };
});

interface RecordedCase {
  readonly session: { readonly symbols: readonly string[] };
  readonly trades: readonly { readonly tool: unknown }[];
}
