import { FILES } from '../../support/hostile-files.js';
import { type Send, outcomeOf, senderTo, startMeasuredService } from '../../support/hostile-service.js';
import { type RunningService, cleanUp } from '../../support/service-process.js';
import { expectShortTurns } from '../../support/short-turns.js';

let service: RunningService;
let send: Send;
beforeAll(async () => {
  service = await startMeasuredService();
  send = await senderTo(service);
});
afterAll(cleanUp);

it.each(FILES)('no turn of the event loop takes long for a file: %s', async (_, route, file, outcome) => {
  const sent = file();
  await expectShortTurns(service, async () =>
    expect(await outcomeOf(await send(route, sent), outcome)).toBe(outcome),
  );
});
