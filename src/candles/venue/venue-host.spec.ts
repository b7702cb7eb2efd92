import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectGarbage } from '../../../test/support/collect-garbage.js';
import { Clock } from './clock.js';
import { VenueHost } from './venue-host.js';

let timer: NodeJS.Timeout;
beforeAll(() => (timer = setInterval(collectGarbage, 50)));
afterAll(() => clearInterval(timer));

const ENDLESS: readonly [name: string, answer: RequestListener][] = [
  ['silence', () => undefined],
  [
    'a slow body',
    (_, response) => {
      const writing = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(writing));
    },
  ],
];

it.each(ENDLESS)(
  'a request with an endless response ends at the deadline, even after a garbage collection: %s',
  async (_, answer) => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const host = new VenueHost(`http://127.0.0.1:${port}`, 1_000, new Clock());
    try {
      await expect(host.get('/', 1, Date.now() + 300, String)).rejects.toMatchObject({
        reason: 'the deadline of the request has passed',
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);
