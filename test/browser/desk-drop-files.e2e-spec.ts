import { type EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import {
  type DroppedFile,
  aResult,
  allRead,
  dropButton,
  dropFiles,
  dropOnPage,
  flawsOf,
  openNewProject,
  otherFaults,
  sessionsIn,
} from '../support/drop.js';

const UNKNOWN: DroppedFile = { name: 'report.csv', text: 'Date;Profit\n2024-01-01;5\n' };

describeInBrowser('the files of a drop', (browser) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('are imported again with another feed and time zone, and the old session is deleted', async () => {
    const { page, project, faults, close } = await openNewProject(browser(), service);
    await dropOnPage(page, aResult('A'));
    await dropButton(page, 'Store 1 session').click();
    await dropButton(page, 'Import again for A.json').click();
    const form = page.locator('.drop-notes form');
    await form.getByRole('button', { name: 'Preview the new session' }).click();
    await page.getByText('With these settings, the session is already there.').waitFor();
    await dropButton(page, 'Import again for A.json').first().click();
    await form.getByLabel('Feed', { exact: true }).selectOption('venue-usdm-current-quarter');
    await form.getByLabel('Time zone of the account').fill('Europe/Berlin');
    expect(await flawsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('This makes another session beside “A, 2023-03-28 10:40”').waitFor();
    await dropButton(page, 'Store the other session').click();
    await dropButton(page, 'Delete the old session').click();
    await page.getByRole('dialog', { name: 'Delete 1' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 files: 1 stored, 1 removed.').waitFor();
    expect(await sessionsIn(service, project)).toMatchObject([
      { accountTimezone: 'Europe/Berlin', assets: [{ feed: 'venue-usdm-current-quarter' }] },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  it('can get another feed in the preview, one file at a time or all files together', async () => {
    const { page, project, faults, close } = await openNewProject(browser(), service);
    await dropOnPage(page, aResult('A'), aResult('B'));
    await page.getByLabel('Feed of A,').selectOption('venue-usdm-current-quarter');
    await allRead(page);
    await page.getByText('Settings for all files').click();
    await page.locator('.drop-common').getByLabel('Tags').fill('spring, 2023');
    await page.getByRole('button', { name: 'Apply to all files' }).click();
    await allRead(page);
    await dropButton(page, 'Store 2 sessions').click();
    await page.getByText('2 files: 2 stored.').waitFor();
    const feeds = (await sessionsIn(service, project)).map(
      ({ name, assets }) => `${name[0]} ${assets[0]!.feed}`,
    );
    expect(feeds.toSorted()).toEqual(['A venue-usdm-current-quarter', 'B venue-spot']);
    expect(await sessionsIn(service, project)).toMatchObject([
      { tags: ['spring', '2023'] },
      { tags: ['spring', '2023'] },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  it('are described if they are not recognised, beside a template that can be imported', async () => {
    const { page, faults, close } = await openNewProject(browser(), service);
    await dropOnPage(page, UNKNOWN, { name: 'page.html', text: '<html><script>alert(1)</script></html>' });
    await page.getByText(/^File has no header that is known; it begins with "Date/).click();
    await page.getByText(/^File holds no rows/).waitFor();
    expect(await page.locator('.drop-unknown').first().locator('dt').allInnerTexts()).toEqual([
      'side',
      'qty',
      'entryTime',
      'entryPrice',
      'exitTime',
      'exitPrice',
    ]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dropButton(page, 'Download a template').first().click(),
    ]);
    expect(download.suggestedFilename()).toBe('trades-template.csv');
    const text = readFileSync(await download.path(), 'utf8');
    await dropButton(page, 'Leave out page.html').click();
    await dropFiles(page, 'dialog', [{ name: 'template.csv', text }]);
    await page.getByText('1 file does not say everything').waitFor();
    expect(await page.getByText('Lacks: starting balance.').count()).toBe(1);
    await page.getByLabel('Starting balance').fill('1000');
    await dropButton(page, 'Read this file').click();
    await dropButton(page, 'Store 1 session').click();
    await page.getByText('2 files: 1 stored, 1 not recognised.').waitFor();
    expect(otherFaults(faults)).toEqual([]);
    await close();
  });

  it('are listed with the value of an open trade whose row is skipped', async () => {
    const { page, close } = await openNewProject(browser(), service);
    await dropOnPage(page, aResult('Open', 'BTC/USDT', { is_open: true }));
    await page.getByText('1 row is skipped: row 0: the trade is open, worth 9.79.').waitFor();
    await close();
  });

  it('can be chosen by their folder; files in the folder that cannot be results are ignored', async () => {
    const { page, project, faults, close } = await openNewProject(browser(), service);
    const folder = mkdtempSync(join(tmpdir(), 'desk-folder-'));
    mkdirSync(join(folder, 'older'));
    for (const [path, text] of [
      ['A.json', aResult('A').text],
      ['A.meta.json', '{}'],
      ['older/B.json', aResult('B').text],
      ['notes.md', 'x'],
    ] as const)
      writeFileSync(join(folder, path), text);
    const opened = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import files' }).click();
    await dropButton(page, 'Choose a folder').click();
    await (await opened).setFiles(folder);
    await allRead(page);
    await page.getByText('1 other file of the folder is left out.').waitFor();
    await page.getByText('1 companion file of freqtrade is left out.').waitFor();
    await page.getByText('older/B.json').waitFor();
    await dropButton(page, 'Store 2 sessions').click();
    await page.getByText('2 files: 2 stored.').waitFor();
    expect(await sessionsIn(service, project)).toHaveLength(2);
    rmSync(folder, { recursive: true });
    expect(faults).toEqual([]);
    await close();
  });

  it('are not lost if the browser collects garbage while the user chooses them, and can be chosen twice', async () => {
    const { page, context, project, faults, close } = await openNewProject(browser(), service);
    await page.getByRole('button', { name: 'Import files' }).click();
    const folder = mkdtempSync(join(tmpdir(), 'desk-file-'));
    const file = join(folder, 'A.json');
    writeFileSync(file, aResult('A').text);
    // Without Playwright's chooser, which keeps the input alive and reports a change in any case.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.enable');
    await devtools.send('DOM.enable');
    await devtools.send('Page.setInterceptFileChooserDialog', { enabled: true });
    const chooseWith = async (button: string) => {
      const opened = once(devtools as unknown as EventEmitter, 'Page.fileChooserOpened');
      await dropButton(page, button).click();
      const [{ backendNodeId }] = await opened;
      await devtools.send('HeapProfiler.collectGarbage');
      await devtools.send('DOM.setFileInputFiles', { files: [file], backendNodeId });
    };
    await chooseWith('Choose files');
    await allRead(page);
    await chooseWith('Add files');
    await page.getByText('2 files: 2 new sessions.').waitFor();
    await chooseWith('Add files');
    await page.getByText('3 files: 3 new sessions.').waitFor();
    await dropButton(page, 'Store 3 sessions').click();
    await page.getByText('3 files: 1 stored, 2 already there.').waitFor();
    expect(await sessionsIn(service, project)).toHaveLength(1);
    rmSync(folder, { recursive: true });
    expect(faults).toEqual([]);
    await close();
  });
});
