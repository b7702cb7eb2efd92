import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { canMakeCertificates, makeCertificate } from '../support/certificate.js';
import { freePort } from '../support/free-port.js';
import { canHaveRedis } from '../support/redis.js';
import { WITH_KEY, aDataDirectory, aDirectory, cleanUp, startService } from '../support/service-process.js';

const canCheck = canHaveRedis && canMakeCertificates;

if (!canCheck) process.stderr.write('Not checked: TLS to Redis (needs redis-server and openssl).\n');

(canCheck ? describe : describe.skip)('REDIS_URL=rediss://, with a server whose CA is private', () => {
  let server: ChildProcess;
  let certificate: string;
  let url: string;

  beforeAll(async () => {
    const directory = await aDirectory();
    const made = makeCertificate(directory, 'redis');
    certificate = made.certificate;
    const port = await freePort();
    const tls = ['--tls-port', String(port), '--port', '0', '--tls-auth-clients', 'no'];
    const ofServer = [
      '--tls-cert-file',
      certificate,
      '--tls-key-file',
      made.key,
      '--tls-ca-cert-file',
      certificate,
    ];
    server = spawn('redis-server', [...tls, ...ofServer, '--save', '', '--bind', '127.0.0.1'], {
      cwd: directory,
    });
    url = `rediss://localhost:${port}`;
  });

  afterAll(async () => {
    await cleanUp();
    const exited = once(server, 'exit');
    server.kill();
    await exited;
  });

  const start = async (settings: Readonly<Record<string, string>>) =>
    startService({
      ...WITH_KEY,
      DATA_DIR: await aDataDirectory(),
      RATE_LIMIT_PER_MINUTE: '1',
      ...settings,
    });

  /** Returns the number of counters that the service has created on the server. */
  async function counters(): Promise<number> {
    const redis = new Redis(url, { tls: { ca: await readFile(certificate), servername: 'localhost' } });
    try {
      return (await redis.keys('backtest:limit:*')).length;
    } finally {
      redis.disconnect();
    }
  }

  it('counts requests on this server if NODE_EXTRA_CA_CERTS names the CA', async () => {
    const service = await start({ REDIS_URL: url, NODE_EXTRA_CA_CERTS: certificate });
    // Until the service is connected to the server, it counts requests separately.
    do expect([200, 429]).toContain((await service.get('/projects')).status);
    while ((await counters()) === 0);
    expect((await service.get('/projects')).status).toBe(429);
    expect(await counters()).toBe(1);
    await service.kill('SIGTERM');
    expect(service.output()).not.toContain('Redis cannot be reached');
  });

  it.each([
    ['a CA that is not known', 'localhost', false, /self-signed certificate/],
    ['a certificate for another name', '127.0.0.1', true, /does not match certificate's altnames/],
  ])('does not trust %s: the service counts separately, and logs why', async (_, host, isKnown, reason) => {
    const service = await start({
      REDIS_URL: url.replace('localhost', host),
      ...(isKnown && { NODE_EXTRA_CA_CERTS: certificate }),
    });
    expect((await service.get('/projects')).status).toBe(200);
    expect((await service.get('/projects')).status).toBe(429);
    await service.prints(/Redis cannot be reached, so each instance counts requests separately/);
    expect(service.output()).toMatch(reason);
  });
});
