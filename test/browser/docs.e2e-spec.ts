import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser, openPage } from '../support/browser.js';

describeInBrowser('the page of Swagger UI', (browser) => {
  const services: TestApp[] = [];
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close();
  });

  async function start(BASE_PATH: string) {
    const service = await startTestApp({ BASE_PATH });
    services.push(service);
    const { port } = service.app.getHttpServer().address() as AddressInfo;
    return port;
  }

  /** Opens the page and waits until it shows the routes of the document. */
  async function check(url: string) {
    const { page, faults, close } = await openPage(browser(), url);
    await page.getByRole('heading', { name: /^Backtest Session Service/ }).waitFor();
    await page
      .locator('.opblock-summary-path', { hasText: /^\/projects$/ })
      .first()
      .waitFor();
    expect(faults).toEqual([]);
    return { page, close };
  }

  it.each([
    ['', '/docs'],
    ['', '/docs/'],
    ['/tools/backtest', '/tools/backtest/docs'],
    ['/tools/backtest', '/tools/backtest/docs/'],
  ])('under the base path "%s" loads the document by its address: %s', async (base, path) => {
    const port = await start(base);
    const { page, close } = await check(`http://127.0.0.1:${port}${path}`);
    const address = `http://127.0.0.1:${port}${base}/docs-json`;
    const choice = page.locator('.topbar select');
    const options = await choice
      .locator('option')
      .evaluateAll((all) => (all as HTMLOptionElement[]).map((one) => [one.text, one.value]));
    expect(options).toEqual([
      ['Contract', `${address}/contract`],
      ['Everything', address],
    ]);
    const operations = page.locator('.opblock');
    expect(await operations.count()).toBe(8);
    await choice.selectOption('Everything');
    await page.locator('.opblock-summary-path', { hasText: /^\/me$/ }).waitFor();
    expect(await operations.count()).toBeGreaterThan(60);
    await page.getByPlaceholder('Filter by tag').fill('Replay');
    await page.locator('.opblock-tag-section').nth(1).waitFor({ state: 'detached' });
    expect(await page.locator('.opblock-tag').allInnerTexts()).toEqual([expect.stringContaining('Replay')]);
    await close();
  });

  it('works behind a gateway that removes a prefix from paths', async () => {
    const port = await start('');
    const gateway = createServer((request, response) => {
      const { method, headers, url = '' } = request;
      const path = url.replace(/^\/prefix/, '');
      const passedOn = httpRequest({ host: '127.0.0.1', port, method, headers, path }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passedOn);
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const { close } = await check(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/prefix/docs`);
    await close();
    gateway.closeAllConnections();
    gateway.close();
  });

  it('offers the operations, sends a request and keeps the key', async () => {
    const port = await start('');
    const { page, close } = await check(`http://127.0.0.1:${port}/docs`);
    const [service] = services;
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByLabel('Value:').fill(service!.secrets.own);
    await page.getByLabel('Apply credentials').click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const operation = page.locator('#operations-projects-projects_list');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    await page.reload();
    await page.locator('button.authorize.locked').first().waitFor();
    await close();
  });
});
