import { collectGarbage } from '../../../../test/support/collect-garbage.js';
import { ANSWERS, IdentityProvider } from '../../../../test/support/identity-provider.js';
import { until } from '../../../../test/support/until.js';
import { loadKeySet } from './load-key-set.js';

const ENDLESS = ['silence', 'a slow body'] as const satisfies (keyof typeof ANSWERS)[];

let collections = 0;
let timer: NodeJS.Timeout;
beforeAll(() => {
  timer = setInterval(() => {
    collectGarbage();
    collections += 1;
  }, 50);
});
afterAll(() => clearInterval(timer));

describe.each(ENDLESS)('an endless response: %s', (answer) => {
  let provider: IdentityProvider;
  beforeEach(async () => {
    provider = await IdentityProvider.start();
    provider.answer = answer;
  });
  afterEach(() => provider.close());

  it('makes the reading fail within the timeout, even if the garbage collector runs in between', async () => {
    const loading = loadKeySet({ url: new URL(provider.url).href }, new AbortController().signal, 200);
    await expect(loading).rejects.toThrow('no whole answer within 0.2 s');
  });

  it('is aborted when the service shuts down', async () => {
    const closing = new AbortController();
    const loading = loadKeySet({ url: new URL(provider.url).href }, closing.signal, 600_000);
    loading.catch(() => undefined);
    await until(() => provider.requests === 1);
    const before = collections;
    await until(() => collections > before + 3);
    closing.abort();
    await expect(loading).rejects.toThrow('aborted');
  });
});
