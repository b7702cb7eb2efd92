import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { deskOf, openDesk, settled } from '../support/desk.js';
import { aResult, allRead, dropButton, flawsOf } from '../support/drop.js';

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const;

describeInBrowser('the start page of an empty workspace', (browser) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  const openStart = async (look = {}, of = service) => {
    const opened = await openDesk(browser(), of, '/', look);
    await opened.page.getByRole('heading', { name: 'Welcome' }).waitFor();
    // The cards are a script of their own, which is loaded after the heading is drawn.
    await opened.page.locator('.start-cards').waitFor();
    await settled(opened.page);
    return opened;
  };
  const projectsOf = async () => (await service.call.get('/project-records').expect(200)).body.projects;
  const card = (page: Page, name: string) => page.getByRole('region', { name });

  it.each(LOOKS)('makes a sample, and removes it: %j', async (look) => {
    const { page, faults, close } = await openStart(look);
    expect(await page.locator('.start-cards h2').allInnerTexts()).toEqual([
      'Your files',
      'A sample',
      'Your code',
    ]);
    expect(await flawsOf(page)).toEqual([]);
    await card(page, 'A sample').getByRole('button', { name: 'Make the sample' }).click();
    await page.getByText('the market SAMPLE and its candles are invented').waitFor();
    await settled(page);
    expect(await projectsOf()).toMatchObject([{ symbol: 'SAMPLE' }]);
    expect(await flawsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the sample' }).click();
    const question = page.getByRole('dialog', { name: 'Remove the sample' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await projectsOf()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('keeps the sample and says why if it could not be removed', async () => {
    const { page, close } = await openStart();
    await card(page, 'A sample').getByRole('button', { name: 'Make the sample' }).click();
    await page.getByRole('button', { name: 'Remove the sample' }).click();
    const problem = {
      statusCode: 500,
      error: 'Internal Server Error',
      code: 'INTERNAL_ERROR',
      message: 'A fault.',
    };
    const answer = { status: 500, contentType: 'application/json', body: JSON.stringify(problem) };
    await page.route(/\?sessions=true$/, (route) => route.fulfill(answer), { times: 1 });
    const question = page.getByRole('dialog', { name: 'Remove the sample' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await question.getByText('A fault.').waitFor();
    expect(await projectsOf()).toHaveLength(1);
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await projectsOf()).toEqual([]);
    await close();
  });

  it('shows programs with the address of the service, and copies them without the key', async () => {
    const { page, context, faults, close } = await openStart();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const url = deskOf(service).replace(/\/desk\/$/, '');
    for (const language of ['curl', 'Python', 'TypeScript']) {
      const code = card(page, 'Your code');
      await code.getByRole('button', { name: language }).click();
      await code.getByRole('button', { name: 'Copy' }).click();
      await code.getByText('Copied').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toBe(await code.locator('pre code').textContent());
      expect(copied).toContain(url);
      expect(copied).toContain('API_KEY');
      expect(await page.locator('.start').innerHTML()).not.toContain(service.secrets.own);
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('copies without the clipboard of scripts, too, which browsers offer only over https', async () => {
    const { page, context, close } = await openStart();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`Object.defineProperty(window, 'isSecureContext', { value: false })`);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('curl');
    await close();
  });

  it('shows the base path of the service in the programs', async () => {
    const under = await startTestApp({ BASE_PATH: '/backtest' });
    const { page, close } = await openStart({}, under);
    const text = await page.locator('.start-code code').last().textContent();
    expect(text).toContain(`URL=${deskOf(under).replace(/\/desk\/$/, '')}\n`);
    expect(text).toMatch(/^URL=\S+\/backtest\n/);
    await close();
    await under.close();
  });

  it('takes files and offers a template and an empty project', async () => {
    const { page, faults, close } = await openStart();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download a template' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('trades-template.csv');
    await page.getByRole('button', { name: 'Or make an empty project' }).click();
    await page.getByRole('dialog', { name: 'New project' }).getByRole('button', { name: 'Cancel' }).click();
    const opened = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    const { name, text } = aResult('First');
    await (await opened).setFiles([{ name, mimeType: '', buffer: Buffer.from(text) }]);
    await allRead(page);
    await dropButton(page, 'Store 1 session').click();
    await dropButton(page, 'Open the project').click();
    await page.getByRole('heading', { name: 'First', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Review desk' }).click();
    // The list of projects has its search and its actions again.
    await page.getByRole('button', { name: 'New project' }).waitFor();
    await page.getByRole('button', { name: 'Delete First' }).click();
    await page.getByText('Delete the project First with 1 session? This cannot be undone.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await projectsOf()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
