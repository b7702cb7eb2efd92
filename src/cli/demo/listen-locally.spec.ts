import { jest } from '@jest/globals';
import { Server } from 'node:http';
import { listenLocally } from './listen-locally.js';

const servers: Server[] = [];
const aServer = () => {
  const server = new Server();
  servers.push(server);
  return server;
};
const portOf = (url: string) => Number(new URL(url).port);

let written: string[];
beforeEach(() => {
  written = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

it('a server listens on another port, and says so, if its port is in use', async () => {
  const port = portOf(await listenLocally(aServer(), 0));
  expect(written).toEqual([]);
  const url = await listenLocally(aServer(), port);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(portOf(url)).not.toBe(port);
  expect(written).toEqual([`Port ${port} is in use, so the service uses another one.\n`]);
});

it('a server that cannot listen for another reason throws the error', async () => {
  const server = aServer();
  const failure = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  server.listen = () => {
    setImmediate(() => server.emit('error', failure));
    return server;
  };
  await expect(listenLocally(server, 80)).rejects.toThrow('permission denied');
  expect(written).toEqual([]);
});
