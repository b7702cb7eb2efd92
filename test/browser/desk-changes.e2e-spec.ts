import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser, waitUntil } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import { T, aProject, aSession, aSessionWith, aSymbol, aTrade, tradesWith } from '../support/factories.js';

const MARKUP = '<img src=x onerror=alert(1)>"\'</script>';

describeInBrowser('the review desk', (browser) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
    // Without a project, the list is the start page.
    await aProject(service.call);
  });
  afterAll(() => service.close());

  const menu = async (page: Page, choice: string) => {
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: choice }).click();
  };

  it('creates a project and a session, imports a file after a preview, and finishes the session', async () => {
    const { page, faults, close } = await openDesk(browser(), service, '/');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Imported');
    await page.getByLabel('Symbol').fill('BTCUSDT');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('There are no sessions yet.').waitFor();
    await page.getByRole('button', { name: 'New session' }).click();
    await page.getByLabel('Name', { exact: true }).fill('From a file');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('There are no trades yet. Import a file').waitFor();
    await page.getByText('BTCUSDT \u00b7 15m').waitFor();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('Drop a file here').setInputFiles(aFile(3));
    await page.getByText('3 closed trades in the file').waitFor();
    expect(await page.locator('.before-after').innerText()).toMatch(/Trades\s+0\s+3/);
    await page.getByRole('button', { name: 'Store 3 trades' }).click();
    await page.getByText('3 trades stored.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.tile', { hasText: '2 wins' }).waitFor();
    await menu(page, 'Finish');
    await page.getByRole('button', { name: 'Finish', exact: true }).last().click();
    await page.getByText('finished', { exact: false }).first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the error of a refused row of a file, and does not allow storing the file', async () => {
    const session = await aSession(service.call);
    const { page, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('Drop a file here').setInputFiles({
      name: 'trades.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('side,qty,entryTime,entryPrice,exitTime,exitPrice\nlong,many,1,1,1,1\n'),
    });
    await page.locator('dialog .problem').waitFor();
    expect(await page.locator('dialog .problem').innerText()).toMatch(/qty/);
    expect(await page.getByRole('button', { name: 'Store' }).isDisabled()).toBe(true);
    await close();
  });

  it('copies a session, and deletes it after a confirmation that names the number of trades', async () => {
    const session = await aSessionWith(service.call, tradesWith(5, -5, 10), { name: 'Original' });
    const { page, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await page.getByRole('heading', { name: 'Original' }).waitFor();
    await menu(page, 'Copy');
    await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
    await page.getByRole('heading', { name: 'Original (copy)' }).waitFor();
    await settled(page);
    await menu(page, 'Delete session');
    expect(await page.locator('dialog').innerText()).toContain('Delete Original (copy) with 3 trades?');
    await page.locator('dialog').getByRole('button', { name: 'Delete session' }).click();
    await page.getByRole('link', { name: 'Original' }).waitFor();
    expect(await page.getByRole('link', { name: 'Original (copy)' }).count()).toBe(0);
    await service.call.get(`/sessions/${session.id}`).expect(200);
    await close();
  });

  it('deletes one trade, and updates the figures', async () => {
    const session = await aSessionWith(service.call, tradesWith(5, -5, 10));
    const { page, context, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    const other = await openDesk(browser(), service, `/sessions/${session.id}`, {}, context);
    await settled(other.page);
    await page.getByRole('button', { name: 'Delete trade' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.tile', { hasText: '1 win' }).waitFor();
    await waitUntil(page, `document.querySelector('.trade-rows').dataset.rows === '2'`);
    await waitUntil(other.page, `document.querySelector('.trade-rows').dataset.rows === '2'`);
    await settled(other.page);
    expect(other.faults).toEqual([]);
    await close();
  });

  it('does not delete a project with sessions that its question did not name, and shows the reason that the API gives', async () => {
    const project = await aProject(service.call, { name: 'Not empty' });
    const { page, close } = await openDesk(browser(), service, '/');
    await page.getByRole('button', { name: 'Delete Not empty' }).click();
    await page.getByText('Delete the project Not empty? This cannot be undone.').waitFor();
    await aSession(service.call, { projectId: project.id });
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog .problem').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await service.call.get(`/projects/${project.id}`).expect(200);
    await close();
  });

  it('shows markup in names, notes and tags as text', async () => {
    const project = await aProject(service.call, { name: MARKUP, symbol: aSymbol() });
    const session = await aSessionWith(
      service.call,
      [aTrade({ note: MARKUP, tags: [MARKUP.slice(0, 40)], clientId: MARKUP })],
      {
        projectId: project.id,
        name: MARKUP,
        strategy: MARKUP,
        description: MARKUP,
        tags: [MARKUP.slice(0, 40)],
      },
    );
    for (const path of ['/', `/projects/${project.id}`, `/sessions/${session.id}`]) {
      const { page, faults, close } = await openDesk(browser(), service, path);
      await page.getByText(MARKUP).first().waitFor();
      await settled(page);
      expect(await page.locator('img').count()).toBe(0);
      expect(faults).toEqual([]);
      await close();
    }
    const { page, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await page.locator('.trade-note', { hasText: MARKUP }).waitFor();
    await close();
  });
});

function aFile(rows: number) {
  const lines = Array.from({ length: rows }, (_, row) => {
    const [entry, exit] = [T + row * 3_600_000, T + row * 3_600_000 + 60_000];
    return `long,1,${entry},100,${exit},${row === 1 ? 90 : 110}`;
  });
  return {
    name: 'trades.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`side,qty,entryTime,entryPrice,exitTime,exitPrice\n${lines.join('\n')}\n`),
  };
}
