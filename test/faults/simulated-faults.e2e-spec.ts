import fc from 'fast-check';
import { histories } from '../support/simulation/history.js';
import { SimulatedHistory } from '../support/simulation/simulated-history.js';
import { SimulatedService } from '../support/simulation/simulated-service.js';

const HISTORIES = Number(process.env['SIMULATED_HISTORIES'] ?? 250);

/** Seed of the histories, which a failing test prints. `SIMULATED_SEED` and `SIMULATED_PATH` repeat a history. */
const seed = Number(process.env['SIMULATED_SEED'] ?? Date.now() % 2 ** 31);
const path = process.env['SIMULATED_PATH'];

let service: SimulatedService;
beforeAll(async () => {
  service = await SimulatedService.start();
});
afterAll(() => service.close());

/** Timeout per history, ms: the usual 250 histories have the general timeout of a test. */
const TIMEOUT_MS = 3_600;

it(
  'acknowledged writes are stored exactly once despite broken connections, lost responses and crashes',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const history = await SimulatedHistory.begin(service);
        for (const step of steps) {
          service.wait(step.waitMs);
          await history.play(step);
        }
        await history.check();
      }),
      { numRuns: HISTORIES, seed, ...(path !== undefined && { path }), verbose: true },
    );
    // The test would prove nothing if no fault had occurred.
    if (path === undefined) expect(service.faults).toBeGreaterThan(HISTORIES / 4);
  },
  HISTORIES * TIMEOUT_MS,
);
