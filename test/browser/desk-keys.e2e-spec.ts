import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser, openPage } from '../support/browser.js';
import { aReviewedProject, deskOf, openDesk, settled } from '../support/desk.js';

const REFUSED =
  'console error: Failed to load resource: the server responded with a status of 401 (Unauthorized)';

describeInBrowser('the key of the review desk', (browser) => {
  let service: TestApp;
  let world: Awaited<ReturnType<typeof aReviewedProject>>;

  beforeAll(async () => {
    service = await startTestApp();
    world = await aReviewedProject(service, 4);
  });
  afterAll(() => service.close());

  it('of a one-time link leaves the address at once and opens what it names', async () => {
    const { page, close } = await openDesk(browser(), service, `/sessions/${world.session.id}`);
    expect(page.url()).toBe(`${deskOf(service)}#/sessions/${world.session.id}`);
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    await close();
  });

  it('is asked for, and a wrong one is refused in plain words', async () => {
    const address = `${deskOf(service)}#/projects/${world.project.id}`;
    const { page, faults, close } = await openPage(browser(), address);
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('This key was not accepted.').waitFor();
    await page.getByLabel('API key').fill(service.secrets.own);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'BTC breakout' }).waitFor();
    expect(faults).toEqual([REFUSED]);
    await close();
  });

  it('is reported as not accepted when that of a link is wrong', async () => {
    const { page, close } = await openPage(browser(), `${deskOf(service)}#key=wrong&open=/`);
    await page.getByText('This key was not accepted.').waitFor();
    await close();
  });

  it('is remembered on the device only on request, and a second tab then needs none', async () => {
    const first = await openPage(browser(), deskOf(service));
    await first.page.getByLabel('API key').fill(service.secrets.own);
    await first.page.getByLabel('Remember on this device').check();
    await first.page.getByRole('button', { name: 'Open' }).click();
    await first.page.getByRole('heading', { name: 'Projects' }).waitFor();
    const second = await openPage(browser(), deskOf(service), {}, first.context);
    await second.page.getByRole('heading', { name: 'Projects' }).waitFor();
    await second.page.getByRole('button', { name: 'Forget key' }).click();
    await first.page.getByLabel('API key').waitFor();
    expect(await first.page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await first.context.close();
  });

  it('is asked for again when it is refused later, and then what was open opens again', async () => {
    const { page, close } = await openDesk(browser(), service, `/sessions/${world.session.id}`);
    await settled(page);
    await page.route('**/sessions/**', (route) =>
      route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED', message: 'No longer.' } }),
    );
    await page.getByRole('button', { name: 'Losses' }).click();
    await page.getByLabel('API key').waitFor();
    await page.getByText('This key was not accepted.').waitFor();
    await page.unroute('**/sessions/**');
    await page.getByLabel('API key').fill(service.secrets.own);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    expect(page.url()).toContain(`#/sessions/${world.session.id}`);
    await close();
  });

  it('in two tabs, what one changes the other one shows', async () => {
    const first = await openDesk(browser(), service, `/sessions/${world.other.id}`);
    const second = await openDesk(browser(), service, `/projects/${world.project.id}`, {}, first.context);
    await second.page.getByRole('link', { name: 'New York close' }).waitFor();
    await settled(first.page);
    await first.page.getByText('More', { exact: true }).click();
    await first.page.getByRole('button', { name: 'Rename, tags, notes' }).click();
    await first.page.getByLabel('Name', { exact: true }).fill('Tokyo open');
    await first.page.getByRole('button', { name: 'Save' }).click();
    await first.page.getByRole('heading', { name: 'Tokyo open' }).waitFor();
    await second.page.getByRole('link', { name: 'Tokyo open' }).waitFor();
    await first.context.close();
  });
});
