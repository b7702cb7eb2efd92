import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IdentityProvider } from './identity-provider.js';

interface Session {
  token: string;
}

const COOKIE = 'session';

/** Pages of the stand-in for oauth2-proxy, by path. */
type Pages = Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void> | void>
>;

/**
 * A stand-in for oauth2-proxy, with the same paths and responses. To sign in, the person clicks "Sign in" on a page of
 * this server.
 */
export class SignIn {
  /** Subject and workspace of the person who signs in next. */
  person = { sub: 'alice', workspace: '' };
  /** Paths to which people returned after they had signed in. */
  readonly returns: string[] = [];
  /** The requests that the gateway has sent. */
  readonly requests: Pick<Required<IncomingMessage>, 'method' | 'url' | 'headers'>[] = [];
  private readonly sessions = new Map<string, Session>();

  private constructor(
    readonly address: string,
    private readonly server: Server,
    private readonly provider: IdentityProvider,
  ) {}

  static async start(provider: IdentityProvider): Promise<SignIn> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const signIn = new SignIn(`127.0.0.1:${port}`, server, provider);
    server.on('request', (request, response) => void signIn.respond(request, response));
    return signIn;
  }

  /** Ends the sessions of all people. */
  endSessions(): void {
    this.sessions.clear();
  }

  /** Renews the tokens of all sessions with the current key of the provider. */
  async renewTokens(): Promise<void> {
    for (const session of this.sessions.values()) session.token = await this.newToken();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private newToken(): Promise<string> {
    const { sub, workspace } = this.person;
    return this.provider.sign(workspace, { sub });
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.requests.push({ method, url, headers });
    const { pathname } = new URL(request.url ?? '', 'http://here');
    const page = this.pages[pathname];
    if (page) await page(request, response);
    else response.writeHead(404).end();
  }

  private readonly pages: Pages = {
    '/oauth2/auth': (request, response) => {
      const session = this.sessions.get(cookieOf(request));
      if (session) response.writeHead(202, { Authorization: `Bearer ${session.token}` }).end();
      else response.writeHead(401).end();
    },
    '/oauth2/start': (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://here');
      const target = searchParams.get('rd') ?? String(request.headers['x-auth-request-redirect'] ?? '/');
      const html = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Identity</title><a href="/oauth2/callback?rd=${encodeURIComponent(target)}">Sign in</a></html>`;
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
    },
    '/oauth2/callback': async (request, response) => {
      const path = new URL(request.url ?? '', 'http://here').searchParams.get('rd') ?? '/';
      const id = randomUUID();
      this.sessions.set(id, { token: await this.newToken() });
      this.returns.push(path);
      const cookie = `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`;
      response.writeHead(302, { Location: path, 'Set-Cookie': cookie }).end();
    },
    '/oauth2/sign_out': (request, response) => {
      this.sessions.delete(cookieOf(request));
      const cookie = `${COOKIE}=; Path=/; Max-Age=0`;
      response.writeHead(302, { Location: '/oauth2/start?rd=/', 'Set-Cookie': cookie }).end();
    },
  };
}

const cookieOf = ({ headers }: IncomingMessage): string =>
  new RegExp(`\\b${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? '';
