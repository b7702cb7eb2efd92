import { readEnvironment } from './environment.js';
import { knowsHost } from './known-hosts.js';

const knows = (header: string | undefined, settings: Readonly<Record<string, string>> = {}): boolean =>
  knowsHost(readEnvironment(settings))(header);

const OWN = ['localhost', 'LocalHost:3000', '127.0.0.1', '127.0.0.1:80', '[::1]', '[::1]:3000'];
const FOREIGN = [
  '',
  ':3000',
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example/@localhost',
  'evil.example#localhost',
  'localhost, evil.example',
  'evil.example:localhost',
  '::1',
  '[::1',
  '0.0.0.0',
  '192.168.0.7',
  '__proto__',
];

it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
  'on %s, only the names of this machine are known',
  (HOST) => {
    for (const host of OWN) expect([host, knows(host, { HOST })]).toEqual([host, true]);
    for (const host of FOREIGN) expect([host, knows(host, { HOST })]).toEqual([host, false]);
    // Browsers always send the header.
    expect(knows(undefined, { HOST })).toBe(true);
  },
);

it.each(['0.0.0.0', '::', '192.168.0.7', 'backtest.internal'])('on %s, every host is known', (HOST) => {
  for (const host of [...OWN, ...FOREIGN]) expect(knows(host, { HOST })).toBe(true);
});

it('the loopback address on which the service listens is known', () => {
  expect(knows('127.8.9.10:3000', { HOST: '127.8.9.10' })).toBe(true);
  expect(knows('127.8.9.10:3000')).toBe(false);
});

it.each([
  ['PUBLIC_URL', 'https://desk.example/backtest', ['desk.example', 'DESK.example:3000'], ['example']],
  ['PUBLIC_URL', 'https://Börse.example:8443', ['xn--brse-5qa.example:8443'], ['desk.example']],
  ['PUBLIC_URL', 'http://[fe80::1]:3000', ['[fe80::1]:3000'], ['[fe80::2]']],
  [
    'CORS_ORIGINS',
    'https://app.example.com, http://b.example:81',
    ['app.example.com', 'b.example'],
    ['a.example'],
  ],
])('%s=%s makes its hosts known', (name, value, hosts, others) => {
  for (const host of [...hosts, ...OWN]) expect([host, knows(host, { [name]: value })]).toEqual([host, true]);
  for (const host of [...others, ...FOREIGN]) expect(knows(host, { [name]: value })).toBe(false);
});

it.each([
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', 'loopback'],
  ['CORS_ORIGINS', '*'],
])('with %s=%s, every host is known', (name, value) => {
  for (const host of [...OWN, ...FOREIGN]) expect(knows(host, { [name]: value })).toBe(true);
});

it.each(['desk.example', 'ftp://desk.example', 'https://', 'https://user:secret@desk.example', '/backtest'])(
  'PUBLIC_URL=%s is refused',
  (PUBLIC_URL) => {
    expect(() => readEnvironment({ PUBLIC_URL })).toThrow(
      'PUBLIC_URL must be empty or an address such as https://desk.example.com',
    );
  },
);
