import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { aReviewedProject, openDesk, settled } from '../support/desk.js';
import { takesAtLeast } from '../support/at-least.js';

describeInBrowser('the open review desk', (browser) => {
  let service: TestApp;
  let world: Awaited<ReturnType<typeof aReviewedProject>>;

  beforeAll(async () => {
    service = await startTestApp();
    world = await aReviewedProject(service, 4);
  });
  afterAll(() => service.close());

  /** Answers the next request to a path with a failure, and lets further requests reach the service. */
  const failOnce = async (
    page: Page,
    path: string,
    status: number,
    code: string,
    headers: Record<string, string>,
  ) => {
    let isFailing = true;
    await page.route(path, async (route) => {
      if (!isFailing) return route.continue();
      isFailing = false;
      return route.fulfill({
        status,
        headers,
        json: { code, message: `The service says ${code}.`, details: [] },
      });
    });
  };

  it.each([
    [429, 'RATE_LIMITED'],
    [503, 'BUSY'],
    [503, 'DATABASE_UNAVAILABLE'],
  ])('shows a %i %s, waits for the time in Retry-After, and tries again', async (status, code) => {
    const { page, close } = await openDesk(browser(), service, '/');
    await settled(page);
    await failOnce(page, '**/leaderboard?*', status, code, { 'retry-after': '2' });
    await page.getByRole('link', { name: 'BTC breakout' }).click();
    await takesAtLeast(1_000, async () => {
      await page.getByText(`The service says ${code}. Trying again in`).waitFor();
      await page.getByRole('link', { name: 'London open' }).waitFor();
    });
    await page.getByText('Trying again in').waitFor({ state: 'detached' });
    await close();
  });

  it('shows the message of a 403, and keeps the typed text', async () => {
    const { page, close } = await openDesk(browser(), service, `/sessions/${world.session.id}`);
    await settled(page);
    await page.route('**/trades/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 403,
            json: { code: 'FORBIDDEN', message: 'This key lacks the scope "write".' },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Edit note and tags' }).click();
    await page.getByLabel('Note', { exact: true }).fill('Too early');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This key lacks the scope "write".').waitFor();
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Too early');
    await close();
  });

  it('shows each message of a 400 at the field that it names', async () => {
    const { page, close } = await openDesk(browser(), service, '/');
    await settled(page);
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name', { exact: true }).fill('A project');
    await page.getByLabel('Symbol').fill('not a symbol');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('.field', { hasText: 'Symbol' }).getByText('This field').waitFor();
    expect(await page.getByLabel('Symbol').getAttribute('aria-invalid')).toBe('true');
    await close();
  });

  it('shows that the service cannot be reached, and a button to try again', async () => {
    const { page, close } = await openDesk(browser(), service, '/');
    await settled(page);
    await page.route('**/projects/**', (route) => route.abort());
    await page.getByRole('link', { name: 'BTC breakout' }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/projects/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'London open' }).waitFor();
    await close();
  });

  it('cancels the requests of a page when the user leaves the page', async () => {
    const { page, close } = await openDesk(browser(), service, '/');
    await settled(page);
    const aborted: string[] = [];
    page.on('requestfailed', (request) => aborted.push(request.url()));
    await page.route('**/stats', () => undefined);
    await page.goto(page.url().replace(/#.*/, `#/sessions/${world.session.id}`));
    const asked = page.waitForRequest('**/stats');
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    await asked;
    await page.getByRole('link', { name: 'Review desk' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(aborted.some((url) => url.endsWith('/stats'))).toBe(true);
    await close();
  });
});
