import { writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { lines } from '../support/trade-files.js';
import {
  KEY,
  type Calls,
  type Settings,
  WITH_KEY,
  aDatabase,
  aDirectory,
  callsOf,
  cleanUp,
  hasServer,
  runToEnd,
  startService,
} from '../support/service-process.js';

let service: Calls;
let directory: string;
beforeAll(async () => {
  directory = await aDirectory();
  const { url } = await startService({
    ...WITH_KEY,
    BASE_PATH: '/backtests',
    ...(hasServer ? { DATABASE_URL: await aDatabase() } : { DATA_DIR: join(directory, 'data') }),
  });
  service = callsOf(`${url}/backtests`);
});
afterAll(cleanUp);

const T = Date.UTC(2024, 0, 10);

const freqtrade = (strategy: string, count: number) =>
  JSON.stringify({
    strategy: {
      [strategy]: {
        strategy_name: strategy,
        starting_balance: 1000,
        stake_currency: 'USDT',
        timeframe: '5m',
        backtest_start_ts: T,
        backtest_end_ts: T + 86_400_000,
        trades: Array.from({ length: count }, (_, i) => ({
          pair: i % 2 ? 'ADA/USDT' : 'ETH/USDT',
          amount: 2,
          open_rate: 100,
          close_rate: 110,
          open_timestamp: T + i * 3_600_000,
          close_timestamp: T + i * 3_600_000 + 300_000,
          profit_abs: 19.5,
          exit_reason: 'roi',
          is_short: false,
        })),
      },
    },
  });

const LIST = lines(
  'Trade #,Type,Date/Time,Signal,Price USD,Position size (qty),Net P&L USD',
  '1,Entry long,2024-01-10 00:00,Long,100,2,20',
  '1,Exit long,2024-01-10 01:00,XL,110,2,20',
  '2,Entry long,2024-01-10 02:00,Long,110,2,-286.27',
  '2,Exit long,2024-01-10 03:00,Open,100,2,-286.27',
);

function aFile(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

interface Run {
  readonly url?: string;
  readonly settings?: Settings;
}

/** Progress, which the command prints only if an import takes long, as on a slow machine. */
const PROGRESS = /^importing: .*\n/gm;

/** Runs the command with the key in the environment. Returns its output without the progress. */
async function importFiles(
  args: readonly string[],
  { url = service.url, settings = { API_KEY: KEY } }: Run = {},
) {
  const ended = await runToEnd('cli/import.js', [...args, '--url', url], settings);
  return { ...ended, output: ended.output.replace(PROGRESS, '') };
}

const projectsLike = async (search: string) =>
  (await service.get(`/project-records?search=${encodeURIComponent(search)}`)).body.projects;
const sessionsOf = async (projectId: string) =>
  (await service.get(`/sessions?projectId=${projectId}`)).body.sessions;

describe('npm run import', () => {
  it('creates a project and a session for each file, and prints a line for each file', async () => {
    const files = [aFile('Läufe a.json', freqtrade('Alpha', 3)), aFile('b.json', freqtrade('Beta', 1))];
    const { code, output } = await importFiles([
      ...files,
      '--project',
      ' Zwölf Läufe ',
      '--tags',
      'new,2024',
    ]);
    const session = `${service.url}/desk/#/sessions/[0-9a-f-]{36}`;
    expect(output).toMatch(
      new RegExp(
        `^${files[0]}: "Alpha, [^"]+", 3 trades(, [^\n]*)? ${session}\n${files[1]}: "Beta, [^"]+", 1 trade(, [^\n]*)? ${session}\n$`,
      ),
    );
    expect(code).toBe(0);
    const [project] = await projectsLike('zwölf');
    expect(project).toMatchObject({
      name: 'Zwölf Läufe',
      symbol: 'ETHUSDT',
      timeframe: '5m',
      sessionCount: 2,
    });
    expect(await sessionsOf(project.id)).toMatchObject([
      { strategy: 'Beta', tags: ['new', '2024'], status: 'active', initialBalance: 1000 },
      { strategy: 'Alpha', tags: ['new', '2024'], assets: [{ symbol: 'ETHUSDT' }, { symbol: 'ADAUSDT' }] },
    ]);
  });

  it('imports a file only once, into a project that is named by its id or its name', async () => {
    const { body } = await service.post('/projects', { name: 'Once', symbol: 'BTCUSDT', timeframe: '1h' });
    const file = aFile('once.json', freqtrade('Once', 2));
    for (const [project, text] of [
      [body.project.id, '2 trades'],
      ['Once', 'imported before, 2 trades'],
      [body.project.id, 'imported before, 2 trades'],
    ]) {
      const { code, output } = await importFiles([file, '--project', project]);
      expect(output).toContain(`", ${text}`);
      expect(code).toBe(0);
    }
    // The import does not change the market of a project that existed before.
    expect(await projectsLike('Once')).toMatchObject([
      { symbol: 'BTCUSDT', timeframe: '1h', sessionCount: 1 },
    ]);
  });

  it('sends its options as parameters, and the name of the file in a header', async () => {
    const args = ['--symbol', 'EURUSD', '--initialBalance', '500', '--timezone', 'UTC', '--timeframe', '30m'];
    const file = aFile('my list.csv', LIST);
    const { code, output } = await importFiles([file, '--project', 'Lists', '--finish', ...args]);
    expect(output).toContain(
      "1 row left out (the trade is open, worth -286.27 USD; the tool's total includes it)",
    );
    expect(code).toBe(0);
    const [project] = await projectsLike('Lists');
    expect(project).toMatchObject({ symbol: 'EURUSD', timeframe: '30m' });
    expect(await sessionsOf(project.id)).toMatchObject([
      {
        name: 'my list.csv',
        sourceFile: 'my list.csv',
        status: 'finished',
        initialBalance: 500,
        assets: [{ symbol: 'EURUSD' }],
      },
    ]);
  });

  it('leaves out the companions of results in one line, and shows the notes of a result', async () => {
    const futures = freqtrade('Futures', 1).replace('ETH/USDT', 'ETH/USDT:USDT');
    const files = [
      aFile('run.json', futures),
      aFile('run.meta.json', '{}'),
      aFile('run_config.json', '{}'),
      aFile('.last_result.json', '{"latest_backtest":"run.json"}'),
    ];
    const { code, output } = await importFiles([...files, '--project', 'Futures']);
    expect(output).toMatch(
      new RegExp(
        `^3 companion files of freqtrade left out\\.\n${files[0]}: "Futures, [^"]+", 1 trade, Perpetual contracts \\("ETH/USDT:USDT"\\) have no feed [^\n]*\n$`,
      ),
    );
    expect(code).toBe(0);
  });

  it('names the kind of a file that cannot be read, and the way on', async () => {
    const database = aFile('trades.sqlite', 'SQLite format 3\0');
    const { code, output } = await importFiles([database, '--project', 'Reports']);
    expect(output).toContain(`${database}: file is a SQLite database, which is not read: save its table`);
    expect(code).toBe(1);
  });

  it('continues after a file that fails, and exits with 1', async () => {
    const files = [
      aFile('incomplete.csv', LIST),
      aFile('broken.json', '{"strategy":'),
      aFile('empty.csv', ''),
      join(directory, 'missing.csv'),
      directory,
      aFile('good.json', freqtrade('Good', 1)),
    ];
    const { code, output } = await importFiles([...files, '--project', 'Mixed']);
    for (const text of [
      `${files[0]}: 3 problems\n  initialBalance is required`,
      '\n  timezone is required',
      '\n  symbol is required',
      `${files[1]}: file is not valid JSON`,
      `${files[2]}: file is empty.\n`,
      `${files[3]}: ENOENT`,
      `${files[4]}: is not a file\n`,
      `${files[5]}: "Good, `,
      '5 of 6 files were not imported.\n',
    ])
      expect(output).toContain(text);
    expect(code).toBe(1);
    expect(await projectsLike('Mixed')).toMatchObject([{ sessionCount: 1, symbol: 'ETHUSDT' }]);
  });

  it('previews a file without creating a project', async () => {
    const file = aFile('preview.json', freqtrade('Seen', 2));
    const refused = await importFiles([file, '--project', 'Unseen', '--preview']);
    expect(refused).toMatchObject({
      code: 1,
      output: 'There is no project Unseen, and a preview makes none.\n',
    });
    await service.post('/projects', { name: 'Unseen', symbol: 'BTCUSDT', timeframe: '1h' });
    const { code, output } = await importFiles([file, '--project', 'Unseen', '--preview']);
    expect(output).toMatch(/: "Seen, [^"]+", 2 trades, net 39 USDT/);
    expect(code).toBe(0);
    expect(await projectsLike('Unseen')).toMatchObject([{ sessionCount: 0 }]);
  });

  it('sends a request again after the Retry-After of a 503', async () => {
    // This stand-in for the service responds with 503 to the first attempt of every request.
    const seen = new Set<string>();
    const busy: Server = createServer((request, response) => {
      const target = `${service.url}${request.url}`;
      if (!seen.has(target)) {
        seen.add(target);
        response.writeHead(503, { 'retry-after': '0' }).end('{"message":"Busy."}');
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const headers = Object.entries(request.headers).filter(
          ([name]) => !['host', 'connection', 'content-length', 'expect', 'transfer-encoding'].includes(name),
        ) as [string, string][];
        const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
        void fetch(target, { method: request.method!, headers, body })
          .then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
          .catch(() => response.destroy());
      });
    });
    busy.listen(0, '127.0.0.1');
    await once(busy, 'listening');
    try {
      const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
      const file = aFile('busy.json', freqtrade('Busy', 2));
      const { code, output } = await importFiles([file, '--project', 'Busy'], { url });
      expect(output).toContain('"Busy, ');
      expect(code).toBe(0);
      expect(seen.size).toBeGreaterThanOrEqual(4);
    } finally {
      busy.closeAllConnections();
      busy.close();
    }
    expect(await projectsLike('Busy')).toMatchObject([{ sessionCount: 1 }]);
  });
});

describe('npm run import fails', () => {
  let file: string;
  beforeAll(() => (file = aFile('any.json', freqtrade('Any', 1))));

  it.each<[string, readonly string[], RegExp, Run?]>([
    [
      'without a key',
      ['--project', 'A'],
      /^Give the API key in the variable API_KEY or with --key\.\n$/,
      { settings: {} },
    ],
    ['with a wrong key', ['--project', 'A', '--key', 'x'], /^A valid API key is required/],
    ['without a project', [], /^error: required option '--project <id or name>' not specified\n$/],
    ['with an unknown option', ['--project', 'A', '--nope', '1'], /^error: unknown option '--nope'/],
    [
      'with the id of no project',
      ['--project', '0199a8f0-6a40-7012-8c11-54a1b36e9f01'],
      /^There is no project with this id\.\n$/,
    ],
    [
      'with an invalid name',
      ['--project', 'x'.repeat(201)],
      /^name must not have more than 200 characters\.\n$/,
    ],
    ['with a blank name', ['--project', ' '], /^name must not be empty\.\n$/],
    [
      'if nothing listens',
      ['--project', 'A'],
      /^There is no connection to 127\.0\.0\.1:9: .*\.\n$/,
      { url: 'http://127.0.0.1:9' },
    ],
    [
      'with another kind of address',
      ['--project', 'A'],
      /^--url must begin with http/,
      { url: 'ftp://host' },
    ],
  ])('%s', async (_, args, message, ...[run]) => {
    const { code, output } = await importFiles([file, ...args], run);
    expect(output).toMatch(message);
    expect(code).toBe(1);
  });

  it('if several projects have the given name', async () => {
    const ids = [];
    for (let i = 0; i < 2; i += 1) {
      const { body } = await service.post('/projects', { name: 'Twin', symbol: 'BTCUSDT', timeframe: '1h' });
      ids.unshift(body.project.id);
    }
    const { code, output } = await importFiles([file, '--project', 'Twin']);
    expect(output).toBe(`2 projects have this name; name one by its id: ${ids.join(', ')}.\n`);
    expect(code).toBe(1);
  });

  it('for a file with an invalid parameter, and names the parameter', async () => {
    const { code, output } = await importFiles([file, '--project', 'Parameters', '--stops', 'moved']);
    expect(output).toContain(`${file}: stops must be one of`);
    expect(code).toBe(1);
  });
});
