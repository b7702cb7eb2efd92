import type { Express } from 'express';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExpressApp } from './express-app.js';

const prototypesOf = (...objects: readonly object[]) =>
  objects.map((object) => Object.getPrototypeOf(object));

/** Returns the prototypes of a request and its response: as created by Node, and after Express has handled them. */
async function prototypesOfRequest(adapter: ExpressApp) {
  adapter.initHttpServer();
  const seen: unknown[][] = [];
  const note = (request: IncomingMessage, response: ServerResponse) => {
    seen.push(prototypesOf(request, response));
  };
  const app = adapter.getInstance<Express>();
  app.get('/answer', (request, response) => {
    note(request, response);
    response.json({ path: request.path, query: request.query, isOurs: request.app === app });
  });
  const server: Server = adapter.getHttpServer();
  server.prependListener('request', note).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/answer?a=1`);
  const body: unknown = await answer.json();
  server.close();
  return { body, seen };
}

it('requests and responses are created with the prototypes and properties that Express gives them', async () => {
  const adapter = new ExpressApp();
  const { body, seen } = await prototypesOfRequest(adapter);
  const { request, response } = adapter.getInstance<Express>();
  expect(seen).toHaveLength(2);
  for (const prototypes of seen) {
    expect(prototypes[0]).toBe(request);
    expect(prototypes[1]).toBe(response);
  }
  expect(body).toEqual({ path: '/answer', query: { a: '1' }, isOurs: true });
});
