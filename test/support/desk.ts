import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Candle } from '../../src/candles/store/bar-columns.js';
import type { TestApp } from './app.js';
import { type DeskPage, type Look, openPage, waitUntil } from './browser.js';
import { HOUR, MINUTE, T, aProject, aSession, aSymbol, aTrade, finish, ingest } from './factories.js';
import { storeBars } from './ideal-r.js';

/** Returns the address of the desk of a test's service. */
export const deskOf = ({ app, environment }: TestApp): string => {
  const { port } = app.getHttpServer().address() as { readonly port: number };
  return `http://127.0.0.1:${port}${environment.BASE_PATH}/desk/`;
};

/** Returns a link to a page of the desk with a key. */
export const linkWith = (desk: string, secret: string, path: string): string =>
  `${desk}#key=${encodeURIComponent(secret)}&open=${encodeURIComponent(path)}`;

/** Opens a link with a key, and agrees to use the key unless it is already in use. */
export async function openLink(
  browser: Browser,
  link: string,
  look: Look = {},
  within?: BrowserContext,
): Promise<DeskPage> {
  const opened = await openPage(browser, link, look, within);
  // The question is drawn together with the page.
  await opened.page.locator('h1').first().waitFor();
  const question = opened.page.getByRole('button', { name: 'Use the link’s key' });
  if ((await opened.page.locator('dialog').count()) > 0) await question.click();
  return opened;
}

/** Opens a page of the desk with the key of the test's workspace. */
export async function openDesk(
  browser: Browser,
  service: TestApp,
  path = '/',
  look: Look = {},
  within?: BrowserContext,
): Promise<DeskPage> {
  const link = linkWith(deskOf(service), service.secrets.own, path);
  const opened = await openLink(browser, link, look, within);
  // Until the service has accepted the key, the page shows the form for a key behind the question.
  await opened.page.locator('dialog').waitFor({ state: 'detached' });
  return opened;
}

/** Waits until the page has finished loading. */
export async function settled(page: Page): Promise<void> {
  await waitUntil(
    page,
    // The lower panels of a session are loaded after its tiles, and end with the foot. Candles may arrive last.
    `document.querySelector('h1') && !document.querySelector('.skeleton, [aria-label="Loading"]') &&
      !document.querySelector('.candles')?.textContent.includes('Loading candles') &&
      (!document.querySelector('.tiles') || document.querySelector('.foot'))`,
  );
}

const PRICES = [0, 4, 9, 3, -2, 6, 14, 8, 1, -5] as const;

/** Returns minutes of a pseudo-random walk around 1000, the first of which opens at T. */
export const aMarket = (minutes: number): Candle[] =>
  Array.from({ length: minutes }, (_, minute) => {
    const open = priceAt(minute);
    const close = priceAt(minute + 1);
    return {
      ts: T + minute * MINUTE,
      open,
      high: Math.max(open, close) + 1,
      low: Math.min(open, close) - 1,
      close,
      volume: 10,
    };
  });

const priceAt = (minute: number): number =>
  1000 + PRICES[minute % PRICES.length]! + Math.round(20 * Math.sin(minute / 90));

/** Returns trades with stops on the market of `aMarket`: one per hour, each half an hour long. */
export const marketTrades = (symbol: string, many: number) =>
  Array.from({ length: many }, (_, hour) => {
    const side = hour % 3 === 0 ? 'short' : 'long';
    const [entry, exit] = [hour * 60 + 5, hour * 60 + 35];
    const entryPrice = priceAt(entry);
    return aTrade({
      symbol,
      side,
      qty: 2,
      entryPrice,
      entryTime: T + entry * MINUTE,
      exitPrice: priceAt(exit),
      exitTime: T + exit * MINUTE,
      stopLoss: side === 'long' ? entryPrice - 10 : entryPrice + 10,
      takeProfit: side === 'long' ? entryPrice + 20 : entryPrice - 20,
      note: hour % 4 === 0 ? 'Entry on the retest' : '',
      tags: hour % 2 === 0 ? ['retest'] : [],
    });
  });

/** Creates a finished session with candles, in a project of two sessions. */
export async function aReviewedProject(service: TestApp, many = 48) {
  const { call } = service;
  const symbol = aSymbol();
  await storeBars(service, symbol, aMarket((many + 26) * (HOUR / MINUTE)));
  const project = await aProject(call, { name: 'BTC breakout', symbol });
  const fields = { projectId: project.id, accountCurrency: 'USDT', accountTimezone: 'Europe/Berlin' };
  const session = await aSession(call, {
    ...fields,
    name: 'London open',
    tags: ['breakout', '2024'],
    strategy: 'Breakout of the first hour',
    feesConfig: { entryFee: 0.02, exitFee: 0.02, type: 'percent' },
  });
  await ingest(call, session, marketTrades(symbol, many));
  await finish(call, session);
  const other = await aSession(call, { ...fields, name: 'New York close' });
  await ingest(call, other, marketTrades(symbol, Math.max(1, Math.floor(many / 2))));
  return { project, session, other, symbol };
}
