import { readdirSync } from 'node:fs';
import { WITH_KEY, cleanUp, KEY, newSession, startService } from '../../support/service-process.js';
import { type FileSystem, aFileSystem } from '../../support/small-file-system.js';

const MB = 2 ** 20;

const fileSystem: FileSystem | null = aFileSystem();
if (!fileSystem)
  process.stderr.write(
    'Not checked: a full disk of temporary files (needs root, and mount, for a small tmpfs).\n',
  );

afterAll(async () => {
  await cleanUp();
  fileSystem?.remove();
});

/**
 * Headers of two files. The trades of the first file have no clientId, so the service stores this file as rows. It
 * converts the second file as it arrives.
 */
const HEADERS = [
  'side,qty,entryTime,entryPrice,exitTime,exitPrice,note',
  'clientId,side,qty,entryTime,entryPrice,exitTime,exitPrice,note',
];
const TRADE = 'long,1,2023-04-01T00:00:00Z,28400,2023-04-01T01:00:00Z,28650';
const fileOf = (header: string, trades: number) =>
  [
    header,
    ...Array.from({ length: trades }, (_, i) =>
      [...(header.startsWith('clientId') ? [`trade-${i}`] : []), TRADE, `${i} ${'n'.repeat(500)}`].join(),
    ),
  ].join('\n');

(fileSystem ? it : it.skip)(
  'files that do not fit on the disk get STORAGE_FULL and leave nothing behind, and are accepted when there is space again',
  async () => {
    const full = fileSystem!;
    const { directory } = full;
    const service = await startService({ ...WITH_KEY, TMPDIR: directory });
    const session = await newSession(service);
    const send = async (file: string) => {
      const response = await fetch(`${service.url}/sessions/${session}/trades/import`, {
        method: 'POST',
        headers: { 'x-api-key': KEY, 'content-type': 'text/csv' },
        body: file,
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    full.leave(MB);
    for (const header of HEADERS) {
      const { status, body } = await send(fileOf(header, 10_000));
      expect([status, body['code']]).toEqual([507, 'STORAGE_FULL']);
      expect(readdirSync(directory)).toEqual([]);
    }
    expect((await send(fileOf(HEADERS[0]!, 10))).status).toBe(201);
    full.leave(64 * MB);
    expect((await send(fileOf(HEADERS[1]!, 10_000))).status).toBe(201);
    const { body } = await service.get(`/sessions/${session}/stats`);
    expect(body.stats.tradeCount).toBe(10_010);
    const metrics = await fetch(`${service.url}/metrics`, { headers: { 'x-api-key': KEY } });
    expect(await metrics.text()).toMatch(/^backtest_storage_full_total 2$/m);
    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  },
);
