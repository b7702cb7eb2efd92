import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fault, type HostileServer, hostileServer } from '../support/hostile-server.js';
import { ROOT } from '../support/openapi-document.js';
import { findPython, runPython } from '../support/python.js';
import { failure } from '../support/scripted-client.js';
import { aDirectory, cleanUp, runToEnd } from '../support/service-process.js';
import {
  type ClientModule,
  type UntypedClient,
  aProjectWithClient,
  loadClient,
} from '../support/typescript-client.js';
import { until } from '../support/until.js';

/** Control characters, and other characters that change more than their own place in a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/u;

let server: HostileServer;
beforeAll(async () => {
  server = await hostileServer();
});
afterAll(async () => {
  await server.close();
  await cleanUp();
});

describe('the TypeScript client and a broken server', () => {
  let module: ClientModule;
  beforeAll(async () => {
    module = await loadClient(await aProjectWithClient());
  });

  const clientOf = (fault: Fault, options: object = {}) =>
    new module.BacktestClient({ baseUrl: server.addressOf(fault), apiKey: 'k', ...options });

  const params = { id: 's' };
  const CALLS: Readonly<Record<string, (client: UntypedClient) => Promise<unknown>>> = {
    get: (client) => client.get('/projects'),
    getIfChanged: (client) => client.getIfChanged('/sessions/{id}/stats', { params }),
    delete: (client) => client.delete('/sessions/{id}', { params }),
    addTrades: (client) => client.addTrades('s', [{ clientId: '1' }]),
    items: async (client) => {
      for await (const item of client.items('/sessions')) expect(item).toBeDefined();
    },
    events: (client) => client.events('s').next(),
  };

  it.each<[Fault, string, RegExp]>([
    ['endless-body', 'get', /has sent more than 2000000 bytes/],
    ['endless-body', 'addTrades', /has sent more than 2000000 bytes/],
    ['endless-event', 'events', /event is too long/],
    ['same-cursor', 'items', /without a next page/],
    ['null', 'get', /has not sent a JSON object/],
    ['null', 'delete', /has not sent a JSON object/],
    ['list', 'getIfChanged', /has not sent a JSON object/],
    ['deep-list', 'get', /has not sent a JSON object/],
    ['null', 'items', /has not sent a JSON object/],
    ['empty-object', 'items', /without its list/],
    ['empty-object', 'addTrades', /has no trades/],
    ['other-types', 'items', /without its list/],
    ['other-types', 'addTrades', /has no trades/],
  ])('%s: %s fails with UNREADABLE, and is not repeated', async (fault, call, message) => {
    const before = server.requestsOf(fault);
    const error = await failure(CALLS[call]!(clientOf(fault, { maxResponseBytes: 2_000_000 })));
    expect(error).toBeInstanceOf(module.ServiceError);
    expect(error).toMatchObject({ status: 200, code: 'UNREADABLE', message: expect.stringMatching(message) });
    // The first page is in order.
    expect(server.requestsOf(fault)).toBe(before + (fault === 'same-cursor' ? 2 : 1));
  });

  it('reads no more than 1 MB of an error', async () => {
    expect(await failure(clientOf('endless-error').get('/projects'))).toMatchObject({
      status: 400,
      code: 'UNREADABLE',
    });
  });

  it('bounds the body of a response that the caller reads', async () => {
    const unfinished = server.unfinished;
    const response = await clientOf('endless-body', { maxResponseBytes: 10 }).send('get', '/projects');
    expect(response.url).toBe(`${server.addressOf('endless-body')}/projects`);
    expect(await failure(response.text())).toMatchObject({ code: 'UNREADABLE' });
    await until(() => server.unfinished > unfinished);
  });

  it('accepts a response of exactly the largest size', async () => {
    const client = clientOf('empty-object', { maxResponseBytes: 2 });
    expect(await client.get('/projects')).toEqual({});
    expect(await failure(clientOf('empty-object', { maxResponseBytes: 1 }).get('/projects'))).toMatchObject({
      code: 'UNREADABLE',
    });
  });

  it.each<Fault>(['dripping-body', 'dripping-header'])('%s: a call ends after its time', async (fault) => {
    const options = { timeoutMs: 100 };
    for (const call of [
      clientOf(fault, options).get('/projects'),
      clientOf(fault).get('/projects', options),
    ]) {
      const error = await failure(call);
      expect(error).toBeInstanceOf(module.ConnectionError);
      expect(String(error)).toContain('No complete response within 100 ms.');
    }
  });

  it('ends the reading of a body by the caller after the time of the call', async () => {
    const error = await failure(
      clientOf('dripping-body', { timeoutMs: 1000 })
        .send('get', '/projects')
        .then((response) => response.text()),
    );
    expect(error).toBeInstanceOf(module.ConnectionError);
  });

  it('cancels the reading of a body with the reason of the signal', async () => {
    const controller = new AbortController();
    const response = await clientOf('dripping-body').send('get', '/projects', { signal: controller.signal });
    const text = failure(response.text());
    controller.abort(new Error('no longer wanted'));
    expect(await text).toBe(controller.signal.reason);
  });

  it.each<Fault>(['hurried', 'hurried-gateway', 'no-number-of-seconds'])(
    '%s: pauses as long as usual before each attempt',
    async (fault) => {
      const pauses: number[] = [];
      const onRetry = ({ pauseMs }: { pauseMs: number }) => pauses.push(pauseMs);
      expect(await failure(clientOf(fault, { maxAttempts: 3, onRetry }).get('/projects'))).toBeInstanceOf(
        module.ServiceError,
      );
      expect(pauses.map((pause, i) => pause >= 250 * 2 ** i)).toEqual([true, true]);
    },
  );

  it('fails at once if the next attempt would be too late', async () => {
    expect(await failure(clientOf('late', { timeoutMs: 49_999 }).get('/projects'))).toMatchObject({
      code: 'BUSY',
      retryAfterMs: 50_000,
    });
    expect(server.requestsOf('late')).toBe(1);
  });

  it('throws an error of the documented form for an error of any other form', async () => {
    expect(await failure(clientOf('other-problem').get('/projects'))).toMatchObject({
      status: 400,
      code: 'UNREADABLE',
      message: expect.any(String),
      details: [],
      requestId: null,
    });
  });

  it('replaces control characters in the messages of errors', async () => {
    const { message, details } = (await failure(clientOf('escapes').get('/projects'))) as Error & {
      details: readonly object[];
    };
    expect(details.length).toBe(2);
    for (const text of [message, ...details.flatMap(Object.values)]) {
      expect(text).not.toMatch(UNPRINTABLE);
    }
    expect(message).toContain('forged: line');
  });

  it('does not send a stream twice', async () => {
    const body = () => new Blob(['a']).stream();
    const options = { params, contentType: 'text/csv' };
    const client = clientOf('hurried', { maxAttempts: 2 });
    const before = server.requestsOf('hurried');
    const error = await failure(client.post('/sessions/{id}/trades/import', { ...options, body: body() }));
    expect(error).toMatchObject({ code: 'BUSY' });
    expect(server.requestsOf('hurried')).toBe(before + 1);
    expect(server.requests.at(-1)?.body).toBe('a');
    await failure(client.post('/sessions/{id}/trades/import', { ...options, body: new Blob(['a']) }));
    expect(server.requestsOf('hurried')).toBe(before + 3);
  });
});

/** Makes the calls in its argument, and prints the result or the error of each, and the pauses. */
const CALLS_OF_PYTHON = `
import io, json, sys
from contextlib import redirect_stdout
from backtest_session import BacktestSessionError, Client

def printed(client):
    output = io.StringIO()
    with redirect_stdout(output), client.record("11111111-1111-4111-8111-111111111111", "Run"):
        pass
    return output.getvalue()

CALLS = {
    "get": lambda client: client.get("/me"),
    "project": lambda client: client.project("A", symbol="BTCUSDT", timeframe="1h"),
    "sessions": lambda client: list(client.sessions("p")),
    "stats": lambda client: client.stats("s"),
    "trades": lambda client: client.add_trades("s", [{"clientId": "1", "qty": 1}]),
    "small trades": lambda client: client.add_trades("s", [{"clientId": "1", "qty": 0.5}]),
    "import": lambda client: client.import_run("p", b"{}"),
    "export": lambda client: len(client.export("s")),
    "record": lambda client: client.record("A", "Run"),
    "printed": printed,
}
outcomes = []
for url, call, options in json.loads(sys.argv[1]):
    pauses = []
    try:
        result = str(CALLS[call](Client(url, "k", sleep=pauses.append, **options)))
    except BacktestSessionError as error:
        result = f"{type(error).__name__}: {error}"
    outcomes.append([result, pauses])
print(json.dumps(outcomes))
`;

const python = findPython();

(python ? describe : describe.skip)(
  'the client for Python and a broken server (needs Python 3.10 or newer)',
  () => {
    /** Returns the outcomes of calls, and fails if an error is not one of the client. */
    async function outcomesOf(calls: readonly (readonly [Fault, string, object?, RegExp?])[]) {
      const sent = calls.map(([fault, call, options = {}]) => [server.addressOf(fault), call, options]);
      const settings = { PYTHONPATH: join(ROOT, 'clients/python/src') };
      const args = ['-W', 'error::ResourceWarning', '-c', CALLS_OF_PYTHON, JSON.stringify(sent)];
      const output = await runPython(python!.command, args, ROOT, settings);
      return JSON.parse(output) as [string, number[]][];
    }

    it('ends every call with an error of the client, without a pause', async () => {
      const NO_ADDRESS = /^ConnectionFailed: http:.* is not the address of the service\.$/;
      const TOO_LARGE = /^ConnectionFailed: http:.* has sent more than 2000000 bytes\.$/;
      const TOO_LATE = /^ConnectionFailed: http:.* has not responded within 0\.1 seconds\.$/;
      const bytes = { max_answer_bytes: 2_000_000 };
      const seconds = { timeout: 0.1 };
      const every = ['get', 'project', 'sessions', 'stats', 'trades', 'small trades', 'import', 'record'];
      const cases: [Fault, string, object | undefined, RegExp][] = [
        ['endless-body', 'get', bytes, TOO_LARGE],
        ['endless-body', 'export', bytes, TOO_LARGE],
        ['endless-error', 'get', {}, /^ServiceError: .* \(400 UNKNOWN_RESPONSE\)$/],
        ['dripping-body', 'get', seconds, TOO_LATE],
        ['dripping-body', 'export', seconds, TOO_LATE],
        ['dripping-header', 'get', seconds, TOO_LATE],
        ['same-cursor', 'sessions', {}, /^ConnectionFailed: http:.* has sent a page of \/sessions twice\.$/],
        [
          'same-cursor',
          'project',
          {},
          /^ConnectionFailed: http:.* has sent a page of \/project-records twice\.$/,
        ],
        ...(['null', 'list', 'deep-list', 'other-types', 'other-elements'] as const).flatMap((fault) =>
          every
            .filter((call) => !(call === 'get' && fault.startsWith('other')))
            .map((call): [Fault, string, object, RegExp] => [fault, call, {}, NO_ADDRESS]),
        ),
        ['other-problem', 'get', {}, /^ServiceError: .* \(400 UNKNOWN_RESPONSE\)$/],
        ['late', 'get', { timeout: 49 }, /^ServiceError: BUSY\. \(503 BUSY, request r-1\)$/],
        ['escapes', 'get', {}, /^ServiceError: a.*forged: line.* \(400 VALIDATION_FAILED\)$/],
      ];
      const outcomes = await outcomesOf(cases);
      for (const [i, [fault, call, , expected]] of cases.entries()) {
        const [result, pauses] = outcomes[i]!;
        expect([fault, call, result]).toEqual([fault, call, expect.stringMatching(expected)]);
        expect(result).not.toMatch(UNPRINTABLE);
        expect(pauses).toEqual([]);
      }
    });

    it('pauses as long as usual before each attempt', async () => {
      const faults = ['hurried', 'hurried-gateway', 'no-number-of-seconds'] as const;
      for (const [result, pauses] of await outcomesOf(faults.map((fault) => [fault, 'get']))) {
        expect(result).toMatch(/^ServiceError: /);
        expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
      }
    });

    it('prints the result of a run as one line without control characters', async () => {
      const [outcome] = await outcomesOf([['escapes-in-session', 'printed']]);
      const [line, ...rest] = outcome![0].split('\n');
      expect(line).toMatch(/forged: line.* trades, net a/);
      expect(line).not.toMatch(UNPRINTABLE);
      expect(rest).toEqual(['']);
    });

    it('accepts a response of exactly the largest size', async () => {
      const outcomes = await outcomesOf([
        ['empty-object', 'get', { max_answer_bytes: 2 }],
        ['empty-object', 'get', { max_answer_bytes: 1 }],
      ]);
      expect(outcomes.map(([result]) => result)).toEqual([
        '{}',
        expect.stringContaining('more than 1 bytes'),
      ]);
    });
  },
);

describe('npm run import and a broken server', () => {
  let file: string;
  beforeAll(async () => {
    file = join(await aDirectory(), 'run.csv');
    await writeFile(file, 'any');
  });

  /** Progress, which the command prints only on a slow machine. */
  const PROGRESS = /^importing: .*\n/gm;

  async function outcomeOf(fault: Fault, ...options: readonly string[]) {
    const args = [file, '--project', 'A', '--url', server.addressOf(fault), ...options];
    const { code, output } = await runToEnd('cli/import.js', args, { API_KEY: 'k' });
    return { code, lines: output.replace(PROGRESS, '').split('\n') };
  }

  const OTHER = /^The response is not one of the service: check the address\.$/;
  const NO_ADDRESS = /^http:.* is not the address of the service\.$/;
  const NO_MESSAGE = /^The response is a 400 without a message\.$/;
  const TOO_LATE = /^http:.* has not responded within 0\.2 s\.$/;

  it.each<[Fault, string[], RegExp]>([
    ['endless-body', ['--max-answer', '1'], /^http:.* has sent more than 1000000 bytes\.$/],
    ['endless-error', [], NO_MESSAGE],
    ['dripping-body', ['--timeout', '0.2'], TOO_LATE],
    ['dripping-header', ['--timeout', '0.2'], TOO_LATE],
    ['same-cursor', [], OTHER],
    ['null', [], NO_ADDRESS],
    ['list', [], NO_ADDRESS],
    ['deep-list', [], NO_ADDRESS],
    ['empty-object', [], OTHER],
    ['other-types', [], OTHER],
    ['other-elements', [], OTHER],
    ['other-problem', [], NO_MESSAGE],
    ['late', ['--timeout', '49'], /^BUSY\.$/],
    ['escapes', [], /forged: line/],
  ])('%s: the command ends with one line', async (fault, options, line) => {
    const { code, lines } = await outcomeOf(fault, ...options);
    expect(lines).toEqual([expect.stringMatching(line), '']);
    expect(lines[0]).not.toMatch(UNPRINTABLE);
    expect(code).toBe(1);
  });

  it('counts a file whose response is not one of the service as not imported', async () => {
    const { code, lines } = await outcomeOf('other-import');
    expect(lines[0]).toBe(`${file}: The response is not one of the service: check the address.`);
    expect(lines.slice(1)).toEqual(['1 of 1 file was not imported.', '']);
    expect(code).toBe(1);
  });

  it('prints the texts of another server without control characters', async () => {
    const imported = await outcomeOf('escapes-in-import');
    expect([imported.code, imported.lines.length]).toEqual([0, 2]);
    const refused = await outcomeOf('escapes-in-problems');
    expect([refused.code, refused.lines.length]).toEqual([1, 5]);
    for (const line of [...imported.lines, ...refused.lines]) expect(line).not.toMatch(UNPRINTABLE);
    expect(imported.lines[0]?.split('forged: line').length).toBe(5);
  });

  it.each([
    ['--timeout', '0'],
    ['--max-answer', '501'],
  ])('refuses %s %s', async (option, value) => {
    const { code, lines } = await outcomeOf('null', option, value);
    expect(lines[0]).toContain('It must be a number above 0 and up to');
    expect(code).toBe(1);
  });
});
