import fc from 'fast-check';
import { histories } from '../support/simulation/history.js';
import { SimulatedHistory } from '../support/simulation/simulated-history.js';
import { SimulatedService } from '../support/simulation/simulated-service.js';
import { withinTime } from '../support/within-time.js';

const HISTORIES = Number(process.env['SIMULATED_HISTORIES'] ?? 250);

/** Seed of the histories, which a failing test prints. `SIMULATED_SEED` and `SIMULATED_PATH` repeat a history. */
const seed = Number(process.env['SIMULATED_SEED'] ?? Date.now() % 2 ** 31);
const path = process.env['SIMULATED_PATH'];

let service: SimulatedService;
beforeAll(async () => {
  service = await SimulatedService.start();
});
afterAll(() => service.close());

/** Time after which no further history begins, ms. A slow machine checks fewer histories, and says how many. */
const LIMIT_MS = 600_000;

it('acknowledged writes are stored exactly once despite broken connections, lost responses and crashes', async () => {
  let played = 0;
  await fc.assert(
    fc.asyncProperty(
      histories,
      withinTime(LIMIT_MS, async (steps) => {
        played += 1;
        const history = await SimulatedHistory.begin(service);
        for (const step of steps) {
          service.wait(step.waitMs);
          await history.play(step);
        }
        await history.check();
      }),
    ),
    { numRuns: HISTORIES, seed, ...(path !== undefined && { path }), verbose: true },
  );
  if (played < HISTORIES && path === undefined)
    process.stderr.write(
      `Not checked: ${HISTORIES - played} of ${HISTORIES} simulated histories (no time left).\n`,
    );
  // The test would prove nothing if no fault had occurred.
  if (path === undefined) expect(service.faults).toBeGreaterThan(played / 4);
});
