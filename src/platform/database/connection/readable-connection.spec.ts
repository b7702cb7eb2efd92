import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { isReadableOnTheWay } from './readable-connection.js';

const connectedTo = <S extends Socket>(socket: S, remoteAddress: string | undefined): S =>
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });

it.each([
  ['203.0.113.7', true],
  ['10.0.0.7', true],
  ['2001:db8::7', true],
  ['::ffff:203.0.113.7', true],
  ['127.0.0.1', false],
  ['127.9.9.9', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  [undefined, false],
])('a connection to %s can be read by others on the network: %s', (address, isReadable) => {
  expect(isReadableOnTheWay(connectedTo(new Socket(), address))).toBe(isReadable);
});

it('an encrypted connection cannot be read by others on the network', () => {
  expect(isReadableOnTheWay(connectedTo(new TLSSocket(new Socket()), '203.0.113.7'))).toBe(false);
});
