import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, openPage, waitUntil } from '../support/browser.js';
import { aProject } from '../support/factories.js';
import { aReviewedProject, deskOf, linkWith, openDesk, openLink, settled } from '../support/desk.js';

const REFUSED =
  'console error: Failed to load resource: the server responded with a status of 401 (Unauthorized)';

describeInBrowser('the key of the review desk', (browser) => {
  let service: TestApp;
  let world: Awaited<ReturnType<typeof aReviewedProject>>;

  beforeAll(async () => {
    service = await startTestApp();
    world = await aReviewedProject(service, 4);
    // Without a project, the list is the start page.
    await aProject(service.other);
  });
  afterAll(() => service.close());

  it('is removed from the address as soon as a one-time link is opened, and the linked page appears', async () => {
    const { page, close } = await openDesk(browser(), service, `/sessions/${world.session.id}`);
    expect(page.url()).toBe(`${deskOf(service)}#/sessions/${world.session.id}`);
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    await close();
  });

  it('is requested if none is stored, and an invalid key is refused in plain words', async () => {
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

  const linkTo = (secret: string, open = '/') => linkWith(deskOf(service), secret, open);
  const keyInUse = 'sessionStorage.getItem("review-desk-key")';

  it('is shown with its workspace at the top of each page', async () => {
    const { workspace, name } = service.environment.configuredKeys[0]!;
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${world.session.id}`);
    await page.getByText(`${workspace} · ${name}`).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)(
    'is not replaced by the key of a link if the user refuses: %s',
    async (colorScheme) => {
      const [own, other] = service.environment.configuredKeys;
      const { page, faults, close } = await openDesk(browser(), service, '/', { colorScheme });
      await settled(page);
      await page.goto(linkTo(service.secrets.other, `/sessions/${world.session.id}`));
      const dialog = page.getByRole('dialog', { name: 'Use the key of this link?' });
      await dialog.getByText(`Your key: ${own!.workspace} · ${own!.name}`).waitFor();
      await dialog.getByText(`The link’s key: ${other!.workspace} · ${other!.name}`).waitFor();
      expect(page.url()).toBe(`${deskOf(service)}#/sessions/${world.session.id}`);
      await waitUntil(page, `document.activeElement.textContent === 'Keep my key'`);
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'London open' }).waitFor();
      expect(await page.evaluate(keyInUse)).toBe(service.secrets.own);
      expect(faults).toEqual([]);
      await close();
    },
  );

  it('is replaced by the key of a link if the user agrees, unless the service refuses the new key', async () => {
    const { page, close } = await openDesk(browser(), service);
    await settled(page);
    await page.goto(linkTo('wrong'));
    await page.getByRole('button', { name: 'Use the link’s key' }).click();
    await page.getByText('This key was not accepted.').waitFor();
    await page.getByRole('button', { name: 'Keep my key' }).click();
    expect(await page.evaluate(keyInUse)).toBe(service.secrets.own);
    await page.getByRole('link', { name: 'BTC breakout' }).waitFor();
    await page.goto(linkTo(service.secrets.other));
    await page.getByRole('button', { name: 'Use the link’s key' }).click();
    await page.getByText(service.environment.configuredKeys[1]!.workspace).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'BTC breakout' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(keyInUse)).toBe(service.secrets.other);
    await close();
  });

  it('needs no confirmation if it comes from a link and is already in use', async () => {
    const { page, close } = await openDesk(browser(), service);
    await settled(page);
    await page.goto(linkTo(service.secrets.own, `/sessions/${world.session.id}`));
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  it('is accepted even if the service does not send its name', async () => {
    const { page, context, close } = await openPage(browser(), deskOf(service));
    await context.route('**/me', (route) =>
      route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'There is no route at /me.' } }),
    );
    await page.getByLabel('API key').fill(service.secrets.own);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.goto(linkTo(service.secrets.other));
    await page.getByText('The link’s key: unknown').waitFor();
    await page.getByRole('button', { name: 'Use the link’s key' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(keyInUse)).toBe(service.secrets.other);
    expect(await page.getByText('not accepted').count()).toBe(0);
    await close();
  });

  it('is reported as not accepted if it comes from a link and is invalid', async () => {
    const { page, close } = await openLink(browser(), linkTo('wrong'));
    await page.getByText('This key was not accepted.').waitFor();
    await page.getByRole('button', { name: 'Do not use it' }).click();
    await page.getByLabel('API key').waitFor();
    await close();
  });

  it('of a link is not used before the user agrees, also if no key is stored yet', async () => {
    const { page, close } = await openPage(browser(), linkTo(service.secrets.other));
    const { workspace, name } = service.environment.configuredKeys[1]!;
    const dialog = page.getByRole('dialog', { name: 'Use the key of this link?' });
    await dialog.getByText(`The link’s key: ${workspace} · ${name}`).waitFor();
    expect(await dialog.getByText('Your key').count()).toBe(0);
    expect(page.url()).not.toContain('key=');
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(keyInUse)).toBeNull();
    await page.getByRole('button', { name: 'Do not use it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(keyInUse)).toBeNull();
    await page.goto(linkTo(service.secrets.other));
    await page.getByRole('button', { name: 'Use the link’s key' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(await page.evaluate(keyInUse)).toBe(service.secrets.other);
    await close();
  });

  it('is stored on the device only on request, and a second tab then needs no key', async () => {
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

  it('is requested again after it is refused, and then the same page opens again', async () => {
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

  it('works in two tabs, and a change in one tab is shown in the other', async () => {
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
