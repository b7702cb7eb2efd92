import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens on a port of this computer; if that port is in use, on any free port.
 * @returns the URL of the server
 */
export async function listenLocally(server: Server, port: number): Promise<string> {
  const tryPort = async (wanted: number) => {
    server.listen(wanted, '127.0.0.1');
    await once(server, 'listening');
  };
  await tryPort(port).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    process.stdout.write(`Port ${port} is in use, so the service uses another one.\n`);
    await tryPort(0);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
