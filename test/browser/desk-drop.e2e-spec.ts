import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser, waitUntil } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import {
  type DroppedFile,
  aResult,
  allRead,
  anIncompleteCsv,
  dropButton,
  dropOnPage,
  dropStates,
  flawsOf,
  openNewProject,
  otherFaults,
  sessionsIn,
} from '../support/drop.js';
import { sendRun } from '../support/run-files.js';

const UNKNOWN: DroppedFile = { name: 'report.csv', text: 'Date;Profit\n2024-01-01;5\n' };
const WRONG_ROW = aResult('Wrong', 'BTC/USDT', { amount: 'x' });

/**
 * Ten files: five complete files, two files without some parameters, one file that is already stored, and two invalid
 * files.
 */
const TEN = [
  ...['A', 'B', 'C', 'D'].map((name) => aResult(name)),
  aResult('E', 'ETH/USDT', { is_open: false }),
  anIncompleteCsv('first.csv'),
  anIncompleteCsv('second.csv', 90),
  aResult('Known'),
  UNKNOWN,
  WRONG_ROW,
];

describeInBrowser('files that are dropped on the review desk', (browser) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  const answerAll = async (page: Page) => {
    const group = page.getByRole('group', { name: /not say everything/ });
    await group.getByLabel('Starting balance').fill('1000');
    await group.getByLabel('Account currency').fill('EUR');
    await group.getByLabel('Time zone of the times').fill('UTC');
    await dropButton(page, 'Read these 2 files').click();
    await group.waitFor({ state: 'detached' });
    await allRead(page);
  };
  const tabTo = async (page: Page, isThere: string) => {
    while (!(await page.evaluate<boolean>(isThere))) await page.keyboard.press('Tab');
  };

  it.each([
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 390 },
  ] as const)('are previewed, completed, stored and removed again: %j', async (look) => {
    const { page, project, faults, close } = await openNewProject(browser(), service, look);
    await sendRun(service.call, project, aResult('Known').text).expect(201);
    await dropOnPage(page, ...TEN);
    await page
      .getByText('10 files: 5 new sessions, 1 already there, 2 incomplete, 1 not recognised, 1 refused.')
      .waitFor();
    expect(await flawsOf(page)).toEqual([]);
    expect(await sessionsIn(service, project)).toHaveLength(1);
    await answerAll(page);
    await dropButton(page, 'Store 7 sessions').click();
    await page.getByText('10 files: 7 stored, 1 already there, 1 not recognised, 1 refused.').waitFor();
    expect(await dropStates(page)).toEqual([
      'A, 2023-03-28 10:40: Stored',
      'B, 2023-03-28 10:40: Stored',
      'C, 2023-03-28 10:40: Stored',
      'D, 2023-03-28 10:40: Stored',
      'E, 2023-03-28 10:40: Stored',
      'first.csv: Stored',
      'Known, 2023-03-28 10:40: Already there',
      'report.csv: Not recognised',
      'second.csv: Stored',
      'Wrong.json: Refused',
    ]);
    expect(await flawsOf(page)).toEqual([]);
    const stored = await sessionsIn(service, project);
    expect(stored).toHaveLength(8);
    // The entered parameters apply only to the files without these parameters.
    const currencies = Object.fromEntries(stored.map(({ name, accountCurrency }) => [name, accountCurrency]));
    expect(currencies).toMatchObject({ 'first.csv': 'EUR', 'A, 2023-03-28 10:40': 'USDT' });
    await dropButton(page, 'Remove the 7 sessions of this drop').click();
    const question = page.getByRole('dialog', { name: 'Delete 7 sessions' });
    await question.getByText('Delete 7 sessions with 7 trades?').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('10 files: 7 removed, 1 already there, 1 not recognised, 1 refused.').waitFor();
    expect((await sessionsIn(service, project)).map(({ name }) => name)).toEqual(['Known, 2023-03-28 10:40']);
    expect(await flawsOf(page)).toEqual([]);
    expect(otherFaults(faults)).toEqual([]);
    await close();
  });

  it('can be chosen, completed and stored with only the keyboard', async () => {
    const { page, project, faults, close } = await openNewProject(browser(), service);
    // Chromium needs a moment to begin to report choosers, so this is not left until the key is pressed.
    const opened = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import files' }).focus();
    await page.keyboard.press('Enter');
    // The dialog focuses the button only after drawing it.
    await waitUntil(page, `document.activeElement.textContent === 'Choose files'`);
    await page.keyboard.press('Enter');
    const chooser = await opened;
    const buffers = [aResult('A'), anIncompleteCsv('a.csv')].map(({ name, text }) => ({
      name,
      mimeType: '',
      buffer: Buffer.from(text),
    }));
    await chooser.setFiles(buffers);
    await allRead(page);
    const typed = async (label: string, text: string) => {
      await tabTo(page, `document.activeElement.labels?.[0]?.textContent === ${JSON.stringify(label)}`);
      await page.keyboard.type(text);
    };
    await typed('Starting balance', '1000');
    await typed('Time zone of the times', 'UTC');
    await page.keyboard.press('Enter');
    await dropButton(page, 'Store 2 sessions').waitFor();
    await tabTo(page, `document.activeElement.textContent === 'Store 2 sessions'`);
    await page.keyboard.press('Enter');
    await page.getByText('2 files: 2 stored.').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog.full').waitFor({ state: 'detached' });
    await waitUntil(page, `document.activeElement.textContent === 'Import files'`);
    expect(await sessionsIn(service, project)).toHaveLength(2);
    expect(otherFaults(faults)).toEqual([]);
    await close();
  });

  it('become sessions of one new project if they are dropped on the list of projects; this project can be removed again', async () => {
    const { page, faults, close } = await openDesk(browser(), service, '/');
    await settled(page);
    await dropOnPage(
      page,
      aResult('Breakout', 'ETH/USDT'),
      aResult('Other', 'XRP/USDT'),
      aResult('Third', 'ETH/USDT'),
    );
    const fields = page.getByRole('group', { name: 'The new project of these files' });
    expect(await fields.getByLabel('Name').inputValue()).toBe('3 strategies');
    expect(await fields.getByLabel('Symbol').inputValue()).toBe('ETHUSDT');
    expect(await fields.getByLabel('Timeframe').inputValue()).toBe('30m');
    await fields.getByLabel('Name').fill('Three ideas');
    expect(await flawsOf(page)).toEqual([]);
    await dropButton(page, 'Store 3 sessions').click();
    await dropButton(page, 'Open the project').click();
    await page.getByRole('heading', { name: 'Three ideas' }).waitFor();
    await settled(page);
    const stored = await service.call.get('/project-records?search=Three%20ideas').expect(200);
    expect(stored.body.projects).toMatchObject([{ symbol: 'ETHUSDT', timeframe: '30m', sessionCount: 3 }]);
    // Two of the sessions have the same trades.
    await page.getByText('3 sessions in 2 rows').waitFor();
    await page.getByText('all active · USDT · 30m').waitFor();
    expect(await page.locator('tr[data-session]').count()).toBe(2);
    await page.getByText('3 files: 3 stored.').waitFor();
    await page.getByRole('button', { name: 'Show the import' }).click();
    await dropButton(page, 'Remove the 3 sessions of this drop').click();
    await page.getByRole('dialog', { name: 'Delete 3' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 files: 3 removed.').waitFor();
    await dropButton(page, /^Close$/)
      .last()
      .click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    const { body } = await service.call.get('/project-records?search=Three%20ideas').expect(200);
    expect(body.projects).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('leave no project behind if the user cancels the import, or closes the tab before anything is stored', async () => {
    const projects = async () =>
      (await service.call.get('/project-records').expect(200)).body.projects.length;
    const before = await projects();
    const { page, faults, close } = await openDesk(browser(), service, '/');
    await settled(page);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await dropOnPage(page, aResult('A'), aResult('B'));
    expect(await projects()).toBe(before);
    await dropButton(page, 'Cancel').click();
    await dropOnPage(page, aResult('A'));
    await page.close({ runBeforeUnload: false });
    expect(writes).toEqual(Array.from({ length: 3 }, () => 'POST /imports/preview'));
    expect(await projects()).toBe(before);
    expect(faults).toEqual([]);
    await close();
  });

  it('leave no project behind if the service stores none of them', async () => {
    const { page, close } = await openDesk(browser(), service, '/');
    await settled(page);
    await page.route('**/projects/*/import*', (route) =>
      route.fulfill({ status: 400, json: { code: 'VALIDATION_FAILED', message: 'No.', details: [] } }),
    );
    await dropOnPage(page, aResult('Refused'));
    await dropButton(page, 'Store 1 session').click();
    await page.getByText('1 file: 1 refused.').waitFor();
    const { body } = await service.call.get('/project-records?search=Refused').expect(200);
    expect(body.projects).toEqual([]);
    await close();
  });

  it('ask for a symbol together with everything else, and name the new project only after the answer', async () => {
    const { page, faults, close } = await openDesk(browser(), service, '/');
    await settled(page);
    await dropOnPage(page, anIncompleteCsv('euro.csv'));
    const questions = page.getByRole('group', { name: '1 file does not say everything' });
    const symbol = page.getByRole('group', { name: 'The new project of these files' }).getByLabel('Symbol');
    await page.getByText('Lacks: starting balance, time zone of the times, symbol.').waitFor();
    expect(await symbol.inputValue()).toBe('');
    expect(await page.locator('dialog.full').getByText('BTCUSDT', { exact: true }).count()).toBe(0);
    await questions.getByLabel('Starting balance').fill('1000');
    await questions.getByLabel('Time zone of the times').fill('UTC');
    await questions.getByLabel('Symbol').fill('EURUSD');
    await dropButton(page, 'Read this file').click();
    await page.getByText('Trading days of EURUSD: five a week, or all seven?').waitFor();
    expect(await symbol.inputValue()).toBe('EURUSD');
    await dropButton(page, 'Store 1 session').click();
    await page.getByText('1 file: 1 stored.').waitFor();
    expect(otherFaults(faults)).toEqual([]);
    await close();
  });

  it('are previewed with one request for each result, and none for companions in one grey line', async () => {
    const { page, faults, close } = await openDesk(browser(), service, '/');
    await settled(page);
    let previews = 0;
    page.on('request', (request) => {
      if (request.url().includes('/imports/preview')) previews += 1;
    });
    const results = Array.from({ length: 64 }, (_, place) => aResult(`Run${place}`));
    // Half of the companions were renamed by the browser that downloaded them, so their names do not tell them.
    const companions = results.map(({ name }, place) => ({
      name: place % 2 === 0 ? name.replace('.json', '.meta.json') : name.replace('.json', '.meta (1).json'),
      text: `{"Run${place}":{"run_id":"9f","backtest_start_time":1700000000}}`,
    }));
    await dropOnPage(page, ...results, ...companions);
    await page.getByText('64 files: 64 new sessions.').waitFor();
    const line = page.getByText('64 companion files of freqtrade are left out.');
    expect(await line.getAttribute('class')).toBe('small quiet');
    expect(previews).toBe(64);
    // Each file is one row: nothing stands below the rows of results whose money agrees.
    expect(await page.locator('table.drop-files tbody tr').count()).toBe(64);
    expect(await page.getByText('The sums agree').count()).toBe(64);
    expect(faults).toEqual([]);
    await close();
  });
});
