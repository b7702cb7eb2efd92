import type { Request, Response } from 'express';
import { readEnvironment } from '../config/environment.js';
import { Problem } from '../../shared/problems/problem.js';
import { refuseOtherOrigins } from './refuse-other-origins.js';

const GATEWAY = {
  DESK_AUTH: 'gateway',
  JWT_JWKS_URL: 'https://identity.example/jwks',
  JWT_ISSUER: 'i',
  JWT_AUDIENCE: 'a',
  CORS_ORIGINS: 'https://app.example.com, https://other.example.com:8443',
};

/** Returns whether a request passes. By default, the request is a POST to https://desk.example. */
function passes(request: Partial<Request>, settings: Readonly<Record<string, string>> = GATEWAY): boolean {
  const handle = refuseOtherOrigins(readEnvironment(settings));
  const whole = { method: 'POST', protocol: 'https', host: 'desk.example', headers: {}, ...request };
  let isPassed = false;
  try {
    void handle(whole as Request, {} as Response, () => {
      isPassed = true;
    });
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    expect((error as Problem).code).toBe('FORBIDDEN');
  }
  return isPassed;
}

describe('a write behind a gateway', () => {
  it.each([
    ['same-origin', true],
    ['same-site', false],
    ['cross-site', false],
    ['none', false],
    ['', false],
    ['Same-Origin', false],
    ['same-origin, same-origin', false],
  ])('with Sec-Fetch-Site "%s" passes: %j, whatever its Origin is', (site, expected) => {
    for (const origin of [undefined, 'https://desk.example', 'https://app.example.com', 'null'])
      expect(passes({ headers: { 'sec-fetch-site': site, ...(origin && { origin }) } })).toBe(expected);
  });

  it.each([
    [undefined, true],
    ['https://desk.example', true],
    ['https://app.example.com', true],
    ['https://other.example.com:8443', true],
    ['https://other.example.com', false],
    ['http://desk.example', false],
    ['https://desk.example:8443', false],
    ['https://desk.example.com', false],
    ['https://sub.desk.example', false],
    ['https://desk.example, https://desk.example', false],
    ['http://localhost:5173', false],
    ['null', false],
    ['', false],
  ])('with the Origin %j and without Sec-Fetch-Site passes: %j', (origin, expected) => {
    expect(passes({ headers: origin === undefined ? {} : { origin } })).toBe(expected);
  });

  it.each([
    ['https', 'desk.example:443', 'https://desk.example'],
    ['http', 'desk.example:80', 'http://desk.example'],
    ['https', 'DESK.example', 'https://desk.example'],
    ['http', '[::1]:3000', 'http://[::1]:3000'],
  ])('to the host %s://%s passes if its Origin is the origin of the service', (protocol, host, origin) => {
    expect(passes({ protocol, host, headers: { origin } })).toBe(true);
  });

  it.each(['', 'a b', 'desk.example:port'])('to the host "%s" is refused with any Origin', (host) => {
    for (const origin of ['https://desk.example', `https://${host}`, 'null'])
      expect(passes({ host, headers: { origin } })).toBe(false);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'is refused from another site with the method %s',
    (method) => {
      expect(passes({ method, headers: { 'sec-fetch-site': 'cross-site' } })).toBe(false);
    },
  );
});

it.each(['GET', 'HEAD'])('a %s behind a gateway passes from any page', (method) => {
  expect(passes({ method, headers: { 'sec-fetch-site': 'cross-site', origin: 'null' } })).toBe(true);
});

it('any request passes if the desk asks for a key', () => {
  expect(passes({ headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } }, {})).toBe(
    true,
  );
});
