import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IdentityProvider } from '../support/identity-provider.js';
import { type Gateway, findNginx, startGateway } from '../support/nginx.js';
import { SignIn } from '../support/sign-in.js';

const nginx = findNginx('what the gateway sends to oauth2-proxy');

/** Stands in for the service. */
const service = createServer((request, response) => response.end(request.url));

/** Headers that oauth2-proxy believes, or that an identity proxy in front might send. */
const FORGED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-uri',
    'x-forwarded-user',
    'x-forwarded-email',
    'x-forwarded-groups',
    'x-forwarded-access-token',
    'x-forwarded-anything',
    'x-auth-request-redirect',
    'x-auth-request-user',
    'x-auth-request-anything',
    'x-original-url',
    'x-original-uri',
    'x-original-method',
    'x-real-ip',
    'x-scheme',
    'forwarded',
    'authorization',
    'gap-auth',
  ].map((name) => [name, 'forged.example']),
);

(nginx ? describe : describe.skip)('deploy/nginx-sign-in.conf', () => {
  let gateway: Gateway;
  let provider: IdentityProvider;
  let signIn: SignIn;

  beforeAll(async () => {
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    provider = await IdentityProvider.start();
    signIn = await SignIn.start(provider);
    signIn.person = { sub: 'alice', workspace: 'own' };
    const { port } = service.address() as AddressInfo;
    gateway = await startGateway(nginx ?? '', [`127.0.0.1:${port}`], { signIn: signIn.address });
  });
  afterAll(async () => {
    await gateway?.close();
    await signIn?.close();
    await provider?.close();
    service.closeAllConnections();
    service.close();
  });
  beforeEach(() => void signIn.requests.splice(0));

  /** Sends a request whose path is not normalised. */
  async function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
    const { port } = new URL(gateway.url);
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
    const [response] = await once(request, 'response');
    let text = '';
    for await (const part of response) text += String(part);
    return { status: response.statusCode as number, headers: response.headers as IncomingHttpHeaders, text };
  }

  const PAGE = { accept: 'text/html,*/*' };

  it.each([
    ['the check of a session', '/projects', '/oauth2/auth', { 'x-forwarded-uri': '/projects' }],
    ['a sign-in', '/oauth2/start', '/oauth2/start', {}],
    ['a sign-out', '/oauth2/sign_out', '/oauth2/sign_out', {}],
    ['a page without a session', '/desk/?a=1', '/oauth2/start', { 'x-auth-request-redirect': '/desk/?a=1' }],
  ])('replaces or removes all forged headers in %s', async (_what, path, url, expected) => {
    await ask(path, { ...FORGED, ...PAGE, cookie: 'session=1', 'x-request-id': 'mine' });
    const sent = signIn.requests.find((request) => request.url === url);
    const { host } = new URL(gateway.url);
    expect(JSON.stringify(sent)).not.toContain('forged');
    expect(sent?.headers).toMatchObject({
      host,
      cookie: 'session=1',
      'x-real-ip': '127.0.0.1',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': host,
      'x-request-id': 'mine',
      ...expected,
    });
    const named = Object.keys(sent?.headers ?? {}).filter((name) => name in FORGED);
    expect(named.toSorted()).toEqual(
      [
        'x-real-ip',
        'x-forwarded-for',
        'x-forwarded-proto',
        'x-forwarded-host',
        ...Object.keys(expected),
      ].toSorted(),
    );
  });

  it.each([
    '/desk/',
    '/desk/?a=1&b=2',
    '/desk/?a=1&rd=https://evil.example/',
    '/a&rd=https://evil.example/?b#c',
    '/desk/%26%23%3F%25?q=%26%23%3F%25+x%20y',
    '/desk/%0d%0aX-Auth-Request-User:%20mallory',
    '/desk/?%0d%0aSet-Cookie:a=b;c="d"',
  ])('leads a person without a session back to %s after the sign-in', async (path) => {
    const page = await ask(path, PAGE);
    expect(page.status).toBe(200);
    const [check, start] = signIn.requests;
    expect(check?.url).toBe('/oauth2/auth');
    expect(start).toMatchObject({ method: 'GET', url: '/oauth2/start' });
    expect(Object.keys(start?.headers ?? {})).not.toContain('x-auth-request-user');
    const [, link = ''] = /<a href="([^"]+)"/.exec(page.text)!;
    const { status, headers } = await ask(link);
    expect([status, headers.location]).toEqual([302, path]);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    if (!path.includes('#')) {
      const again = await ask(path, { ...PAGE, cookie: cookie.split(';')[0]! });
      expect(again).toMatchObject({ status: 200, text: path });
    }
  });

  it('begins the sign-in with a GET without a body, whatever the page sent', async () => {
    expect((await ask('/desk/', { ...PAGE, 'content-length': '0' }, 'POST')).status).toBe(200);
    expect(signIn.requests.at(-1)).toMatchObject({ method: 'GET', url: '/oauth2/start' });
    expect(signIn.requests.at(-1)?.headers['content-length']).toBeUndefined();
  });

  it('sends an error to any request without a session that is not for a page', async () => {
    const { status, headers, text } = await ask('/projects', { accept: 'application/json' });
    expect(status).toBe(401);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(text)).toMatchObject({ code: 'UNAUTHORIZED', requestId: headers['x-request-id'] });
    expect(signIn.requests.map(({ url }) => url)).toEqual(['/oauth2/auth']);
  });
});
