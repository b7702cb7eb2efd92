import { once } from 'node:events';
import { AddressInfo, Socket, connect } from 'node:net';
import type { Project } from '../../../src/projects/project.entity.js';
import { ProjectsService } from '../../../src/projects/projects.service.js';
import { TestApp, startTestApp } from '../../support/app.js';
import { heldBytes } from '../../support/collect-garbage.js';
import { aProject } from '../../support/factories.js';
import { expectProblem } from '../../support/problems.js';
import { settled, until } from '../../support/until.js';

const MB = 2 ** 20;
const ANSWER_BYTES = 12 * MB;

let t: TestApp;
let listed = 0;
beforeAll(async () => {
  t = await startTestApp();
  // The server disconnects no client for not reading, however long a test takes on a busy machine.
  t.app.getHttpServer().on('timeout', () => undefined);
  const projects = t.app.get(ProjectsService);
  await aProject(t.call);
  const list = projects.list.bind(projects);
  Object.assign(projects, {
    list: async (workspaceId: string): Promise<Project[]> => {
      listed += 1;
      const [project] = await list(workspaceId);
      return project ? [{ ...project, name: 'x'.repeat(ANSWER_BYTES) }] : [];
    },
  });
});
afterAll(() => t.close());

/** Opens a connection on which a number of requests are sent, and nothing is ever read. */
async function sendWithoutReading(requests: number): Promise<Socket> {
  const socket = connect((t.app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  socket.write(
    `GET /projects HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${t.secrets.own}\r\n\r\n`.repeat(requests),
  );
  return socket;
}

describe('clients that do not read their responses', () => {
  it('use a bounded amount of memory in total, which is free again after they disconnect', async () => {
    const before = heldBytes();
    listed = 0;
    const sockets = await Promise.all(Array.from({ length: 60 }, () => sendWithoutReading(1)));
    await until(() => listed === sockets.length);
    await settled(
      () => Math.round(heldBytes() / MB),
      () => t.stranger.get('/health/live'),
    );
    expect(heldBytes() - before).toBeLessThan(320 * MB);

    const refused = await t.call.get('/projects');
    expectProblem(refused, 'BUSY');
    expect(refused.headers['retry-after']).toBe('5');
    await t.stranger.get('/health/live').expect(200);
    expect((await t.other.get('/projects').expect(200)).body).toEqual({ projects: [] });

    for (const socket of sockets) socket.destroy();
    await until(async () => (await t.call.get('/projects')).status === 200);
  });

  it('get one response at a time on a connection, however many requests they send ahead', async () => {
    listed = 0;
    const socket = await sendWithoutReading(100);
    await until(() => listed > 0);
    await settled(
      () => listed,
      () => t.stranger.get('/health/live'),
    );
    expect(listed).toBe(1);
    let bytes = 0;
    socket.on('data', (chunk) => (bytes += chunk.length)).resume();
    await until(() => bytes > 3 * ANSWER_BYTES);
    socket.destroy();
  });
});
