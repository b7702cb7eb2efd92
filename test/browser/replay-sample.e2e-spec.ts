import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import {
  type DeskPage,
  type Look,
  axeFindings,
  describeInBrowser,
  openPage,
  overflow,
} from '../support/browser.js';
import { deskOf } from '../support/desk.js';
import { DAY, MINUTE, aSymbol } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { ROOT } from '../support/openapi-document.js';
import { aMarkedMarket, aSampleCheckout } from '../support/replay-sample.js';
import { cleanUp } from '../support/service-process.js';

const execute = promisify(execFile);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

describeInBrowser('the page of the replay sample', (browser) => {
  let pages: Server;
  let service: TestApp;
  let symbol: string;

  beforeAll(async () => {
    const sample = await aSampleCheckout();
    await execute(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: sample });
    pages = createServer(({ url = '/' }, response) => {
      const file = url === '/' ? '/index.html' : url;
      void readFile(join(sample, 'dist', file)).then((content) =>
        response.setHeader('content-type', TYPES[extname(file)]!).end(content),
      );
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    service = await startTestApp();
    symbol = aSymbol();
    await storeBars(service, symbol, aMarkedMarket((3 * DAY) / MINUTE));
  });

  afterAll(async () => {
    pages.close();
    pages.closeAllConnections();
    await service.close();
    await cleanUp();
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const linesOf = (page: Page, list: string) => page.locator(`#${list} li`).allInnerTexts();
  const clockOf = async (page: Page) =>
    Date.parse(`${(await page.locator('h1').innerText()).replace(' ', 'T')}Z`);
  const chartsOf = (page: Page) => page.locator('figcaption').allInnerTexts();

  /** Opens the page on a machine of its own. */
  async function openSample(look: Look = {}): Promise<DeskPage> {
    const opened = await openPage(
      browser(),
      `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`,
      look,
    );
    await opened.page.getByLabel('Service').fill(deskOf(service).replace('/desk/', ''));
    await opened.page.getByLabel('API key').fill(service.secrets.own);
    return opened;
  }

  async function draw(page: Page): Promise<void> {
    const fields = { Symbol: symbol, From: '2024-01-11', To: '2024-01-13' };
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text);
    await press(page, 'Draw a replay');
    await page.getByRole('heading', { name: /^2024-01-1/ }).waitFor();
  }

  /** Faults of a page, which sends requests to the service, too. */
  const ownFaults = ({ faults }: DeskPage) =>
    faults.filter((fault) => !fault.startsWith(`request to ${deskOf(service).replace('/desk/', '')}`));

  /** Presses a button, and waits until the clock has moved by so many minutes. */
  async function move(page: Page, name: string, minutes: number): Promise<void> {
    const before = await clockOf(page);
    await press(page, name);
    const text = new Date(before + minutes * MINUTE).toISOString().slice(0, 16).replace('T', ' ');
    await page.getByRole('heading', { name: text }).waitFor();
  }

  async function order(page: Page, fields: Readonly<Record<string, string>>, side: string): Promise<void> {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text);
    const before = await page.locator('#orders li').count();
    await press(page, side);
    await page.locator('#orders li').nth(before).waitFor();
  }

  it('plays the whole way: draw, play, order, close half, step back, go on elsewhere, finish', async () => {
    const here = await openSample();
    const { page } = here;
    await draw(page);
    const start = await clockOf(page);

    await page.getByLabel('Minutes a second').fill('20');
    await press(page, 'Play');
    while ((await clockOf(page)) < start + 12 * MINUTE);
    await press(page, 'Pause');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await order(page, { Size: '2', Stop: '900' }, 'Buy');
    await order(page, { Size: '1', Stop: '2000', Limit: '1500' }, 'Sell');
    await move(page, 'Step', 1);
    expect(await linesOf(page, 'positions')).toEqual([
      expect.stringMatching(/^1: long 2 from [\d.]+, stop 900/),
    ]);
    expect(await linesOf(page, 'orders')).toEqual([expect.stringMatching(/^2: short 1 at 1500/)]);

    await press(page, 'Close half');
    await page.locator('#orders li').nth(1).waitFor();
    await move(page, 'Step', 1);
    expect(await linesOf(page, 'trades')).toEqual([expect.stringMatching(/^long 1 from /)]);
    await move(page, 'Back 10 minutes', -10);
    for (const list of ['positions', 'orders', 'trades']) expect(await linesOf(page, list)).toEqual([]);

    await order(page, { Size: '3', Stop: '900', Limit: '' }, 'Buy');
    await order(page, { Size: '1', Stop: '2000', Limit: '1500' }, 'Sell');
    await move(page, 'Step', 1);
    await press(page, 'Close half');
    await page.locator('#orders li').nth(1).waitFor();
    await move(page, 'Step', 1);
    const lists = async (of: Page) => ({
      clock: await clockOf(of),
      charts: await chartsOf(of),
      positions: await linesOf(of, 'positions'),
      orders: await linesOf(of, 'orders'),
      trades: await linesOf(of, 'trades'),
    });
    const before = await lists(page);
    expect(before.positions).toEqual([expect.stringMatching(/^1: long 1.5 from /)]);
    expect(before.charts[1]).toMatch(/^1h: last [\d.]+, limit 1500, entry [\d.]+, stop 900$/);

    const elsewhere = await openSample();
    await press(elsewhere.page, 'Go on with the last replay');
    await elsewhere.page.getByRole('heading', { name: /^2024-01-1/ }).waitFor();
    expect(await lists(elsewhere.page)).toEqual(before);
    await elsewhere.page.locator('#orders').getByRole('button', { name: 'Cancel' }).click();
    await elsewhere.page.locator('#orders li').waitFor({ state: 'detached' });
    await press(page, 'Close all');
    await page.getByRole('status').getByText('state').waitFor();

    await press(elsewhere.page, 'Finish');
    await elsewhere.page.locator('#results').getByText('tradeCount: 2').waitFor();
    expect(await linesOf(elsewhere.page, 'trades')).toHaveLength(2);
    expect(ownFaults(elsewhere)).toEqual([]);
    await elsewhere.close();
    await here.close();
  });

  it.each([
    { width: 1280, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
    { width: 390, height: 800, colorScheme: 'light' },
    { width: 390, height: 800, colorScheme: 'dark' },
  ] as const)('passes axe, fits into its window and prints nothing to the console: %j', async (look) => {
    const opened = await openSample(look);
    const { page } = opened;
    const expectSilence = async () =>
      expect({
        axe: await axeFindings(page),
        overflow: await overflow(page),
        faults: ownFaults(opened),
      }).toEqual({ axe: [], overflow: 0, faults: [] });
    await expectSilence();
    await draw(page);
    await move(page, 'Step', 1);
    await order(page, { Size: '2', Stop: '900', Limit: '' }, 'Buy');
    await move(page, 'Step', 1);
    await press(page, 'Close half');
    await order(page, { Size: '1', Stop: '2000', Limit: '1500' }, 'Sell');
    await move(page, 'Step', 1);
    await expectSilence();
    await press(page, 'Finish');
    await page.locator('#results').getByText('tradeCount').waitFor();
    await expectSilence();
    await opened.close();
  });

  it('stops when a step is refused, and goes on saying why', async () => {
    const opened = await openSample();
    const { page } = opened;
    await draw(page);
    const start = await clockOf(page);
    const body = { code: 'SESSION_FINISHED', message: 'The session is finished.', details: [] };
    await page.route('**/playhead', (route) =>
      route.request().method() === 'OPTIONS'
        ? route.continue()
        : route.fulfill({ status: 409, json: body, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.getByLabel('Minutes a second').fill('20');
    await press(page, 'Play');
    const message = page.getByRole('status').getByText('The session is finished.');
    await message.waitFor();
    // The next turn would be due before this.
    await page.evaluate('new Promise((done) => setTimeout(done, 100))');
    expect(await message.count()).toBe(1);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await clockOf(page)).toBe(start);
    await opened.close();
  });

  it('can be used with the keyboard alone, while it plays', async () => {
    const opened = await openSample();
    const { page } = opened;
    await draw(page);
    await move(page, 'Step', 1);
    await order(page, { Size: '2', Stop: '900', Limit: '' }, 'Buy');
    await move(page, 'Step', 1);
    const tabTo = async (name: string) => {
      const focused = () => page.evaluate<string>('document.activeElement.innerText');
      for (let presses = 0; (await focused()) !== name && presses < 50; presses += 1)
        await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
      await page.keyboard.press('Enter');
    };
    const start = await clockOf(page);
    await tabTo('Play');
    while ((await clockOf(page)) < start + 3 * MINUTE);
    await tabTo('Close half');
    await page.locator('#trades li').waitFor();
    expect(await linesOf(page, 'positions')).toEqual([expect.stringMatching(/^1: long 1 from /)]);
    await tabTo('Pause');
    await opened.close();
  });
});
