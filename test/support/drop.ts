import type { Browser, Locator, Page } from 'playwright-core';
import type { TestApp } from './app.js';
import { type Look, axeFindings, overflow, waitUntil } from './browser.js';
import { openDesk, settled } from './desk.js';
import { aProject } from './factories.js';
import { aFreqtradeTrade, aRun, freqtradeResult } from './run-files.js';

/** A file that a person drops. */
export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/** A result of freqtrade with one trade. */
export const aResult = (strategy: string, pair = 'BTC/USDT', trade: object = {}): DroppedFile => ({
  name: `${strategy}.json`,
  text: freqtradeResult({
    [strategy]: aRun({ strategy_name: strategy, trades: [aFreqtradeTrade({ pair, ...trade })] }),
  }),
});

/** A csv that names neither a balance nor a symbol nor a time zone. */
export const anIncompleteCsv = (name: string, exitPrice = 110): DroppedFile => ({
  name,
  text: [
    'side,qty,entryTime,entryPrice,exitTime,exitPrice',
    `long,1,2023-04-01 10:00,100,2023-04-01 11:00,${exitPrice}`,
    '',
  ].join('\n'),
});

/** Drops files with the same events as a browser: on the element under the pointer. */
export async function dropFiles(page: Page, target: string, files: readonly DroppedFile[]): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => {
      const data = new DataTransfer();
      for (const { name, text } of ${JSON.stringify(files)}) data.items.add(new File([text], name));
      return data;
    })()`,
  );
  for (const event of ['dragover', 'drop']) await page.dispatchEvent(target, event, { dataTransfer: data });
}

/** Waits until the service has read all dropped files. */
export const allRead = (page: Page): Promise<void> =>
  waitUntil(
    page,
    `document.querySelector('table.drop-files .drop-state') &&
      !Array.from(document.querySelectorAll('.drop-state')).some((state) => /Waiting|Reading/.test(state.textContent))`,
  );

/** Returns the outcome of each session in the dialog, such as `Saturn5: Stored`. */
export async function dropStates(page: Page): Promise<string[]> {
  const rows = await page.locator('table.drop-files tbody tr:not(.notes)').all();
  return Promise.all(
    rows.map(async (row) => {
      const [name = ''] = (await row.locator('th').innerText()).split('\n');
      return `${name}: ${await row.locator('.drop-state').innerText()}`;
    }),
  );
}

/** Matches the messages that the browser itself prints about refused requests. A page cannot prevent these messages. */
const OF_REFUSED = /^console error: Failed to load resource: the server responded with a status of 400/;

/** Returns the faults of a page, without the messages about files that the service refused. */
export const otherFaults = (faults: readonly string[]): string[] =>
  faults.filter((fault) => !OF_REFUSED.test(fault));

/** Opens the page of a new project. */
export async function openNewProject(browser: Browser, service: TestApp, look: Look = {}) {
  const project = await aProject(service.call, { name: 'Runs' });
  const opened = await openDesk(browser, service, `/projects/${project.id}`, look);
  await settled(opened.page);
  return { ...opened, project };
}

/** A session as the list of sessions returns it. */
interface ListedSession {
  readonly name: string;
  readonly accountCurrency: string;
  readonly accountTimezone: string;
  readonly tags: readonly string[];
  readonly assets: readonly { readonly feed: string }[];
}

export async function sessionsIn(
  { call }: TestApp,
  { id }: { readonly id: string },
): Promise<readonly ListedSession[]> {
  return (await call.get(`/sessions?projectId=${id}`).expect(200)).body.sessions;
}

/** Drops files on the page, and waits until the service has read them. */
export async function dropOnPage(page: Page, ...files: readonly DroppedFile[]): Promise<void> {
  await dropFiles(page, 'main', files);
  await allRead(page);
}

/** A button in the dialog about the dropped files. */
export const dropButton = (page: Page, name: string | RegExp): Locator =>
  page.locator('dialog.full').getByRole('button', { name });

/** Returns the findings of axe, and a sentence if the page is wider than its window. */
export async function flawsOf(page: Page): Promise<string[]> {
  const wider = await overflow(page);
  return [
    ...(await axeFindings(page)),
    ...(wider > 0 ? [`the page is ${wider} px wider than its window`] : []),
  ];
}
