import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { callerUnder } from '../support/caller-under.js';
import { aReviewedProject, linkWith, openLink, settled } from '../support/desk.js';
import { type Gateway, findNginx, startGateway } from '../support/nginx.js';

const nginx = findNginx('the review desk behind a gateway');

describeInBrowser('the review desk under a base path', (browser) => {
  let service: TestApp;
  let gateway: Gateway | null = null;

  beforeAll(async () => {
    service = await startTestApp({ BASE_PATH: '/backtest', TRUST_PROXY: '1' });
    const { port } = service.app.getHttpServer().address() as { readonly port: number };
    if (nginx) gateway = await startGateway(nginx, [`127.0.0.1:${port}`]);
  });
  afterAll(async () => {
    await gateway?.close();
    await service.close();
  });

  const check = async (url: string) => {
    const { session } = await aReviewedProject(
      { ...service, call: callerUnder(service.call, '/backtest') },
      4,
    );
    const link = linkWith(`${url}/backtest/desk`, service.secrets.own, `/sessions/${session.id}`);
    const { page, faults, close } = await openLink(browser(), link);
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    await settled(page);
    expect(page.url()).toBe(`${url}/backtest/desk/#/sessions/${session.id}`);
    await page.getByRole('link', { name: 'BTC breakout' }).click();
    await page.getByRole('link', { name: 'New York close' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  };

  it('loads its assets, and its requests reach the API', async () => {
    const { port } = service.app.getHttpServer().address() as { readonly port: number };
    await check(`http://127.0.0.1:${port}`);
  });

  (nginx ? it : it.skip)('loads its assets, and its requests reach the API behind nginx', () =>
    check(gateway!.url),
  );
});
