import type { Request } from 'express';
import { clientAddress } from './client-address.js';

const addressOf = (ip: string | undefined, remoteAddress?: string): string =>
  clientAddress({ ip, socket: { remoteAddress } } as Request);

describe('clientAddress', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:5000', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ])('returns the address that the gateway sends, without a port: %s', (ip, expected) => {
    expect(addressOf(ip, '127.0.0.1')).toBe(expected);
  });

  it.each([undefined, '', 'unknown', "a'; drop", '1.2.3.4:x', '9'.repeat(9_000), '[::1'])(
    'returns the address of the connection if the gateway sends no valid address: %p',
    (ip) => {
      expect(addressOf(ip, '127.0.0.1')).toBe('127.0.0.1');
    },
  );

  it('returns an empty text if the connection is closed', () => {
    expect(addressOf(undefined)).toBe('');
  });
});
