import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, waitUntil } from '../support/browser.js';
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
import { aProject } from '../support/factories.js';
import { sendRun } from '../support/run-files.js';
import { until } from '../support/until.js';

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
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Import files');
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

  it('leave no project behind if the user cancels the import, or closes the page before anything is stored', async () => {
    const { page, context, close } = await openDesk(browser(), service, '/');
    await settled(page);
    const drafts = async () =>
      (await service.call.get('/project-records?search=Import%20of').expect(200)).body.projects.length;
    await dropOnPage(page, aResult('A'));
    expect(await drafts()).toBe(1);
    await dropButton(page, 'Cancel').click();
    await until(async () => (await drafts()) === 0);
    await dropOnPage(page, aResult('A'));
    expect(await drafts()).toBe(1);
    await page.goto('about:blank');
    await until(async () => (await drafts()) === 0);
    expect(context.pages()).toHaveLength(1);
    await close();
  });

  it('leave a project behind if the browser crashes; when the page is opened again, it offers to remove this project', async () => {
    const { id } = await aProject(service.call, { name: 'Import of yesterday' });
    const { page, faults, close } = await openDesk(browser(), service, '/');
    await page.evaluate(`localStorage.setItem('review-desk-draft-project', '${id}')`);
    await page.reload();
    await page.getByText('Import of yesterday is empty, because its import was not finished.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('is empty, because').waitFor({ state: 'detached' });
    await service.call.get(`/projects/${id}`).expect(404);
    expect(faults).toEqual([]);
    await close();
  });
});
