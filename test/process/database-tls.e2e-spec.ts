import { once } from 'node:events';
import { chown } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pipeline } from 'node:stream';
import { canMakeCertificates, makeCertificate } from '../support/certificate.js';
import { Cluster, aCluster, canHaveCluster, owner } from '../support/postgres-cluster.js';
import { WITH_KEY, aDirectory, cleanUp, query, runToEnd, startService } from '../support/service-process.js';

const canHaveTls = canHaveCluster && canMakeCertificates;

if (!canHaveTls)
  process.stderr.write('Not checked: TLS to PostgreSQL (needs a server, see PG_BIN, and openssl).\n');

const suite = canHaveTls ? describe : describe.skip;

suite('sslmode of DATABASE_URL, with a server whose certificate is self-signed for localhost', () => {
  let cluster: Cluster;
  let certificate: string;

  beforeAll(async () => {
    const directory = await aDirectory();
    const { key, ...made } = makeCertificate(directory, 'server');
    certificate = made.certificate;
    if (owner) for (const path of [directory, key, certificate]) await chown(path, owner.uid, owner.gid);
    cluster = await aCluster(['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]);
  });

  afterAll(async () => {
    cluster.remove();
    await cleanUp();
  });

  const urlWith = (options: string, host = '127.0.0.1') =>
    `${cluster.url.replace('127.0.0.1', host)}?${options.replace('CA', certificate)}`;

  it('set to require encrypts the connections, and the service prints no warning', async () => {
    const url = urlWith('sslmode=require');
    const service = await startService({ ...WITH_KEY, DATABASE_URL: url, DATA_DIR: await aDirectory() });
    expect((await service.get('/projects')).status).toBe(200);
    const connections = await query<{ ssl: boolean }>(
      cluster.url,
      `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
       WHERE application_name = 'backtest-session-service'`,
    );
    expect(connections.length).toBeGreaterThan(0);
    expect(connections.filter(({ ssl }) => !ssl)).toEqual([]);
    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(service.output()).not.toMatch(/warning/i);
  });

  const remote = Object.values(networkInterfaces())
    .flat()
    .find((found) => found?.family === 'IPv4' && !found.internal)?.address;
  if (!remote)
    process.stderr.write('Not checked: the warning of an unencrypted connection (needs a network).\n');

  (remote ? it : it.skip)(
    'unset or set to disable warns once about a server on another machine',
    async () => {
      const { port } = new URL(cluster.url);
      const relay = createServer((client) => {
        const server = connect(Number(port), '127.0.0.1');
        pipeline(client, server, client, () => undefined);
      });
      await once(relay.listen(0, remote), 'listening');
      const throughRelay = Object.assign(new URL(cluster.url), {
        hostname: remote,
        port: String((relay.address() as AddressInfo).port),
      }).href;
      const output = async (url: string) => {
        const service = await startService({ ...WITH_KEY, DATABASE_URL: url, DATA_DIR: await aDirectory() });
        expect((await service.get('/projects')).status).toBe(200);
        await service.kill('SIGTERM');
        return service.output();
      };
      try {
        for (const url of [throughRelay, `${throughRelay}?sslmode=disable`])
          expect(
            (await output(url)).match(/"level":40.*is not encrypted: add sslmode=verify-full/g),
          ).toHaveLength(1);
        for (const url of [`${throughRelay}?sslmode=require`, cluster.url])
          expect(await output(url)).not.toContain('sslmode');
      } finally {
        relay.close();
      }
    },
  );

  const migrate = (DATABASE_URL: string) => runToEnd('cli/database.js', ['migrate'], { DATABASE_URL });

  it.each([
    ['sslmode=disable', '127.0.0.1'],
    ['sslmode=prefer', '127.0.0.1'],
    ['sslmode=require&sslrootcert=CA', '127.0.0.1'],
    ['sslmode=verify-ca&sslrootcert=CA', '127.0.0.1'],
    ['sslmode=verify-full&sslrootcert=CA', 'localhost'],
  ])('%s connects to %s', async (options, host) => {
    expect(await migrate(urlWith(options, host))).toEqual({
      code: 0,
      signal: null,
      output: 'The schema is up to date.\n',
    });
  });

  it.each([
    ['sslmode=verify-full', 'localhost', 'self-signed certificate'],
    ['sslmode=verify-full&sslrootcert=CA', '127.0.0.1', "does not match certificate's altnames"],
    ['sslmode=verify-ca', '127.0.0.1', 'requires specifying a CA with sslrootcert'],
  ])('%s is refused for %s: %s', async (options, host, reason) => {
    const { code, output } = await migrate(urlWith(options, host));
    expect(code).toBe(1);
    expect(output).toContain(`The database on ${host} (DATABASE_URL) cannot be used: `);
    expect(output).toContain(reason);
    expect(output).not.toMatch(/^\s+at /m);
  });
});
