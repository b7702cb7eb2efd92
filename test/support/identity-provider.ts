import { CompactSign, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const ISSUER = 'https://identity.example';
export const AUDIENCE = 'backtest';

/** Sends the response to a request for the key set. */
type Answer = (response: ServerResponse, keySet: string) => void;

export const ANSWERS = {
  'the key set': (response, keySet) => response.end(keySet),
  'an error': (response) => response.writeHead(500).end(),
  'no JSON': (response) => response.end('<html>'),
  'no keys': (response) => response.end('{"keys":[]}'),
  null: (response) => response.end('null'),
  'a list': (response) => response.end('[]'),
  'a redirect': (response, keySet) => response.writeHead(302, { Location: '/moved' }).end(keySet),
  'a huge body': (response, keySet) => response.end(`${' '.repeat(300_000)}${keySet}`),
  'a cut body': (response, keySet) => {
    response.writeHead(200, { 'Content-Length': keySet.length + 1 }).write(keySet);
    setTimeout(() => response.destroy(), 10);
  },
  'a closed connection': (response) => response.destroy(),
  silence: () => undefined,
  'a slow body': (response) => {
    const timer = setInterval(() => response.write(' '), 100);
    response.once('close', () => clearInterval(timer));
  },
} as const satisfies Readonly<Record<string, Answer>>;

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: object;
}

let keyNumber = 0;

/** Creates a key pair that is in no key set yet. */
export async function aSigningKey(alg = 'ES256'): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = `key-${(keyNumber += 1)}`;
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig' } };
}

/** Returns the claims of a valid token. */
export const claimsOf = (workspace: string, changed: Readonly<Record<string, unknown>> = {}): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + 300 };
  return {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'alice',
    ...times,
    workspace,
    scope: 'openid read write',
    ...changed,
  };
};

/** Returns a token as a valid provider signs it. */
export const signed = (claims: JWTPayload, { kid, alg, privateKey }: SigningKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'at+jwt' }).sign(privateKey);

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Returns a token with any header, signed with a shared secret or not signed. */
export function forged(header: object, claims: JWTPayload, secret?: string): string {
  const content = `${encoded(header)}.${encoded(claims)}`;
  const signature = secret && createHmac('sha256', secret).update(content).digest('base64url');
  return `${content}.${signature ?? ''}`;
}

/** An identity provider that signs tokens and serves its key set over HTTP. */
export class IdentityProvider {
  answer: keyof typeof ANSWERS = 'the key set';
  /** Number of requests for the key set. */
  requests = 0;
  private announced: SigningKey[] = [];

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {
    server.on('request', (_, response) => {
      this.requests += 1;
      ANSWERS[this.answer](response, this.keySet);
    });
  }

  static async start(): Promise<IdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const provider = new IdentityProvider(`http://127.0.0.1:${port}/jwks`, server);
    provider.announced = [await aSigningKey()];
    return provider;
  }

  /** The key that currently signs. */
  get key(): SigningKey {
    return this.announced.at(-1)!;
  }

  get keySet(): string {
    return JSON.stringify({ keys: this.announced.map(({ publicJwk }) => publicJwk) });
  }

  /** Adds a key to the key set, and signs with this key from now on. */
  async announce(alg?: string): Promise<SigningKey> {
    this.announced.push(await aSigningKey(alg));
    return this.key;
  }

  sign(workspace: string, changed: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return signed(claimsOf(workspace, changed), this.key);
  }

  /** Signs any text instead of the JSON of claims. */
  signText(text: string): Promise<string> {
    const { alg, kid, privateKey } = this.key;
    return new CompactSign(Buffer.from(text)).setProtectedHeader({ alg, kid }).sign(privateKey);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
