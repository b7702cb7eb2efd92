import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import {
  type Look,
  axeFindings,
  describeInBrowser,
  describeWithout,
  openPage,
  overflow,
} from '../support/browser.js';
import { aReviewedProject } from '../support/desk.js';
import { aSymbol } from '../support/factories.js';
import { AUDIENCE, ISSUER, IdentityProvider } from '../support/identity-provider.js';
import { type Gateway, findNginx, startGateway } from '../support/nginx.js';
import { SignIn } from '../support/sign-in.js';
import { until } from '../support/until.js';
import { callerUnder } from '../support/caller-under.js';

const nginx = findNginx('the review desk behind a gateway that signs people in');
const BASE = '/backtest';

const REFUSED =
  'console error: Failed to load resource: the server responded with a status of 401 (Unauthorized)';

const describeBehindNginx = nginx ? describeInBrowser : describeWithout.bind(null, 'nginx');

describeBehindNginx('the review desk behind a gateway that signs people in', (browser) => {
  let provider: IdentityProvider;
  let signIn: SignIn;
  let service: TestApp;
  let gateway: Gateway;
  let world: Awaited<ReturnType<typeof aReviewedProject>>;
  let workspace: string;
  let desk: string;

  beforeAll(async () => {
    provider = await IdentityProvider.start();
    signIn = await SignIn.start(provider);
    service = await startTestApp({
      BASE_PATH: BASE,
      TRUST_PROXY: '1',
      DESK_AUTH: 'gateway',
      JWT_JWKS_URL: provider.url,
      JWT_ISSUER: ISSUER,
      JWT_AUDIENCE: AUDIENCE,
    });
    ({ workspace } = service.environment.configuredKeys[0]!);
    signIn.person = { sub: 'alice@example.com', workspace };
    world = await aReviewedProject({ ...service, call: callerUnder(service.call, BASE) }, 4);
    const { port } = service.app.getHttpServer().address() as { readonly port: number };
    gateway = await startGateway(nginx ?? '', [`127.0.0.1:${port}`], { signIn: signIn.address });
    desk = `${gateway.url}${BASE}/desk/`;
  });
  afterAll(async () => {
    await gateway?.close();
    await service?.close();
    await signIn?.close();
    await provider?.close();
  });
  afterEach(() => {
    signIn.person = { sub: 'alice@example.com', workspace };
  });

  /** Signs in, and opens a page of the desk. */
  async function openSignedIn(path = '#/', look: Look = {}) {
    const opened = await openPage(browser(), desk, look);
    const { page } = opened;
    await signInOn(page);
    await head(page).waitFor();
    if (path !== '#/') await page.goto(`${desk}${path}`);
    return opened;
  }

  async function signInOn(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  }

  const head = (page: Page, subject = 'alice@example.com') => page.getByText(`${subject} · ${workspace}`);
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your session has ended.' });

  it('lets the person sign in at the gateway, neither requests nor sends a key, and shows the name of the person', async () => {
    const { page, faults, close } = await openPage(browser(), desk);
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') sent.push(request.headers()['x-api-key']);
    });
    await signInOn(page);
    await head(page).waitFor();
    await page.getByRole('link', { name: 'BTC breakout' }).waitFor();
    expect(page.url()).toBe(desk);
    expect(await page.getByLabel('API key').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Forget key' }).count()).toBe(0);
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent)).toEqual(new Set([undefined]));
    expect(faults).toEqual([]);
    await close();
  });

  it('makes changes in the name of the person', async () => {
    const { page, faults, close } = await openSignedIn();
    const symbol = aSymbol();
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Name').fill('By a person');
    await dialog.getByLabel('Symbol').fill(symbol);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'By a person' }).waitFor();
    const [, id] = /#\/projects\/([\w-]+)/.exec(page.url())!;
    const audit = await service.call.get(`${BASE}/audit?resourceId=${id}`).expect(200);
    expect(audit.body.entries[0].actor).toEqual({ kind: 'subject', id: 'alice@example.com' });
    expect(faults).toEqual([]);
    await close();
  });

  it('removes the key of a link from the address, and does not use it', async () => {
    const { page, faults, close } = await openSignedIn();
    await head(page).waitFor();
    const link = `${desk}#key=${encodeURIComponent(service.secrets.other)}&open=/sessions/${world.session.id}`;
    const target = `${desk}#/sessions/${world.session.id}`;
    for (const before of [desk, 'about:blank']) {
      await page.goto(before);
      await page.goto(link);
      await page.waitForURL(target);
      await page.getByRole('heading', { name: 'London open' }).waitFor();
      await head(page).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('removes the key of a link that is opened while the page starts', async () => {
    const { page, close } = await openSignedIn();
    await head(page).waitFor();
    await page.route(/start-behind-gateway/, async (route) => {
      await page.evaluate(`location.hash = '#key=any&open=/sessions/${world.session.id}'`);
      await route.continue();
    });
    await page.reload();
    await page.waitForURL(`${desk}#/sessions/${world.session.id}`);
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    await close();
  });

  it('removes a key that was stored when the desk still asked for a key', async () => {
    const { page, close } = await openSignedIn();
    await page.evaluate(
      'localStorage.setItem("review-desk-key", "old"), sessionStorage.setItem("review-desk-key", "old")',
    );
    await page.reload();
    await head(page).waitFor();
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await close();
  });

  it('keeps working when the provider signs tokens with a new key', async () => {
    const { page, faults, close } = await openSignedIn(`#/projects/${world.project.id}`);
    await page.getByRole('link', { name: 'London open' }).waitFor();
    const before = provider.requests;
    await provider.announce();
    await signIn.renewTokens();
    await page.getByRole('link', { name: 'London open' }).click();
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    expect(provider.requests).toBeGreaterThan(before);
    expect(faults).toEqual([]);
    await close();
  });

  describe('when the session of the gateway ends', () => {
    /**
     * Sends the events of a user who returns to the tab. A browser without a window never removes the focus from a tab.
     */
    const returnTo = (page: Page) => page.evaluate('dispatchEvent(new Event("focus"))');

    /** Opens the form of a new project, types into it, ends the session, and tries to store the project. */
    async function typeAndLoseSession(look: Look = {}) {
      const opened = await openSignedIn('#/', look);
      const { page } = opened;
      await head(page).waitFor();
      await page.getByRole('button', { name: 'New project' }).click();
      const dialog = page.getByRole('dialog', { name: 'New project' });
      await dialog.getByLabel('Name').fill('Typed before');
      await dialog.getByLabel('Symbol').fill(aSymbol());
      signIn.endSessions();
      await page.getByRole('button', { name: 'Create' }).click();
      await notice(page).last().waitFor();
      return opened;
    }

    it.each(['light', 'dark'] as const)(
      'shows a message beside the typed text, and stores the text after a sign-in in another tab: %s',
      async (colorScheme) => {
        const { page, context, faults, close } = await typeAndLoseSession({ colorScheme });
        const dialog = page.getByRole('dialog', { name: 'New project' });
        await dialog.getByText('You are signed out. Sign in again, then try again.').waitFor();
        expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed before');
        expect(await axeFindings(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        const opening = context.waitForEvent('page');
        await dialog.getByRole('link', { name: 'Sign in in a new tab' }).click();
        const other = await opening;
        await signInOn(other);
        await head(other).waitFor();
        await other.close();
        await returnTo(page);
        await notice(page).first().waitFor({ state: 'detached' });
        await dialog.getByRole('button', { name: 'Create' }).click();
        await page.getByRole('heading', { name: 'Typed before' }).waitFor();
        expect(new Set(faults)).toEqual(new Set([REFUSED]));
        await close();
      },
    );

    it('asks for confirmation before a reload that would lose typed text', async () => {
      const { page, close } = await typeAndLoseSession();
      const questions: string[] = [];
      page.on('dialog', (question) => {
        questions.push(question.type());
        void question.dismiss();
      });
      const dialog = page.getByRole('dialog', { name: 'New project' });
      await dialog.getByRole('button', { name: 'Reload' }).click();
      await until(() => questions.length > 0);
      expect(questions).toEqual(['beforeunload']);
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed before');
      await close();
    });

    it('offers a reload, after which the user signs in and returns to the same page', async () => {
      const { page, close } = await openSignedIn(`#/projects/${world.project.id}`);
      await page.getByRole('link', { name: 'London open' }).waitFor();
      signIn.endSessions();
      await page.getByRole('link', { name: 'London open' }).click();
      await notice(page).waitFor();
      signIn.person = { sub: 'bob@example.com', workspace };
      await page.getByRole('button', { name: 'Reload' }).click();
      await signInOn(page);
      await page.getByRole('heading', { name: 'London open' }).waitFor();
      await head(page, 'bob@example.com').waitFor();
      expect(page.url()).toBe(`${desk}#/sessions/${world.session.id}`);
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
      await close();
    });

    it('detects a sign-out in another tab, and loads the page again after the next sign-in', async () => {
      const { page, context, close } = await openSignedIn(`#/sessions/${world.other.id}`);
      await page.getByRole('heading', { name: 'New York close' }).waitFor();
      const other = await context.newPage();
      await other.goto(`${gateway.url}/oauth2/sign_out`);
      await page.getByRole('link', { name: 'BTC breakout' }).click();
      await notice(page).waitFor();
      await other.goto(desk);
      await signInOn(other);
      await head(other).waitFor();
      await returnTo(page);
      await page.getByRole('link', { name: 'New York close' }).waitFor();
      await notice(page).waitFor({ state: 'detached' });
      await close();
    });

    it('shows that the gateway sends no valid token if a reload does not help', async () => {
      const { page, close } = await openSignedIn();
      await head(page).waitFor();
      signIn.person = { sub: '', workspace };
      await signIn.renewTokens();
      await page.reload();
      await page.getByText('the gateway sends no valid token').waitFor();
      await close();
    });
  });
});
