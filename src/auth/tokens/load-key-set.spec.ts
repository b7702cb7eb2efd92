import { collectGarbage } from '../../../test/support/collect-garbage.js';
import { ANSWERS, IdentityProvider } from '../../../test/support/identity-provider.js';
import { loadKeySet } from './load-key-set.js';

const ENDLESS = ['silence', 'a slow body'] as const satisfies (keyof typeof ANSWERS)[];

let timer: NodeJS.Timeout;
beforeAll(() => (timer = setInterval(collectGarbage, 50)));
afterAll(() => clearInterval(timer));

/** Loads the key set of a provider that answers so. */
async function load(answer: keyof typeof ANSWERS, closing: AbortSignal): Promise<string> {
  const provider = await IdentityProvider.start();
  provider.answer = answer;
  try {
    return await loadKeySet({ url: new URL(provider.url).href }, closing);
  } finally {
    await provider.close();
  }
}

describe('an answer that does not end', () => {
  it.each(ENDLESS)(
    'fails in time, also when garbage is collected meanwhile: %s',
    async (answer) => {
      const start = performance.now();
      await expect(load(answer, new AbortController().signal)).rejects.toThrow('no whole answer within 5 s');
      expect(performance.now() - start).toBeLessThan(20_000);
    },
    30_000,
  );

  it.each(ENDLESS)(
    'ends when the service shuts down: %s',
    async (answer) => {
      const closing = new AbortController();
      const start = performance.now();
      setTimeout(() => closing.abort(), 500);
      await expect(load(answer, closing.signal)).rejects.toThrow('aborted');
      expect(performance.now() - start).toBeLessThan(4_500);
    },
    30_000,
  );
});
