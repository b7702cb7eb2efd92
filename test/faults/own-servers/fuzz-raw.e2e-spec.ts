import fc from 'fast-check';
import { type Conversation, converse } from '../../support/fuzz/raw-http.js';
import { type FuzzedService, logFlaws, startFuzzedService } from '../../support/fuzz/service.js';
import { RAW_CASES, get, mangled } from '../../support/fuzz/raw-requests.js';
import { cleanUp, query } from '../../support/service-process.js';
import { withinTime } from '../../support/within-time.js';

/** Number of mangled requests. */
const CONNECTIONS = Number(process.env['FUZZ_CONNECTIONS'] ?? 200);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);

let t: FuzzedService;
let secret: string;
/**
 * `made` is the number of projects that the service reported as created. `unsure` is the number of requests whose
 * response may be missing, because a broken request followed on the same connection.
 */
let made = 0;
let unsure = 0;
beforeAll(async () => {
  t = await startFuzzedService(1);
  secret = t.workspaces[0]!.secret;
});
afterAll(cleanUp);

const INTERNALS = /node_modules|\bat \S+ \(|\.[cm]?js\b|Error:|<html/i;

async function talk(...parts: readonly string[]): Promise<Conversation> {
  const conversation = await converse(
    t.port,
    parts.map((part) => Buffer.from(part.replaceAll('KEY', secret), 'latin1')),
  );
  made += conversation.answers.filter(({ status, head }) => status === 201 && /json/.test(head)).length;
  const isCutOff = conversation.answers.at(-1)?.status === 400;
  unsure += isCutOff || conversation.answers.length === 0 ? parts.join('').split('POST').length - 1 : 0;
  return conversation;
}

/** Returns the flaws that no conversation may have, whatever the client sent. */
const flawsOf = ({ answers, rest, closed }: Conversation): string[] => [
  ...(closed ? [] : ['left open']),
  ...(rest === '' ? [] : [`no HTTP: ${rest.slice(0, 200)}`]),
  ...answers.filter(({ status }) => status >= 500).map(({ status }) => `a ${status}`),
  ...answers
    .filter(({ body }) => INTERNALS.test(body))
    .map(({ body }) => `shows internals: ${body.slice(0, 300)}`),
  ...answers
    .filter(
      ({ status, body }) => status >= 400 && !/^\{"statusCode":\d+,.*"requestId":"[^"]+"\}$/s.test(body),
    )
    .map(({ body }) => `an error of another shape: ${body.slice(0, 300)}`),
];

describe('requests that no HTTP client would send', () => {
  it.each(RAW_CASES)('get a response: %s', async (_what, statuses, ...parts) => {
    const conversation = await talk(...parts);
    expect(flawsOf(conversation)).toEqual([]);
    expect(conversation.answers.map(({ status }) => status)).toEqual(statuses);
  });
});

describe(`${CONNECTIONS} connections with requests that lost or gained bytes (FUZZ_SEED=${SEED})`, () => {
  it('are all closed by the service without an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(mangled, { minLength: 1, maxLength: 20, size: 'max' }),
        withinTime(50_000, async (texts) => {
          const conversations = await Promise.all(texts.map((text) => talk(text)));
          const flaws = conversations.flatMap((conversation, i) =>
            flawsOf(conversation).map((flaw) => `${flaw}\n${JSON.stringify(texts[i])}`),
          );
          if (flaws.length > 0) throw new Error(flaws.join('\n\n'));
        }),
      ),
      { seed: SEED, numRuns: Math.ceil(CONNECTIONS / 10) },
    );
  });

  it('create exactly the projects that the service accepted, and the service still responds', async () => {
    const [row] = await query<{ projects: number }>(
      t.databaseUrl,
      'SELECT count(*)::int AS projects FROM projects',
    );
    expect(row?.projects).toBeGreaterThanOrEqual(made);
    expect(row?.projects).toBeLessThanOrEqual(made + unsure);
    expect((await talk(get('/health/ready'))).answers[0]?.status).toBe(200);
    expect(logFlaws(t)).toEqual([]);
  });
});
