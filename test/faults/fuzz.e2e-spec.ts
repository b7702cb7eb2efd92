import fc from 'fast-check';
import { newAgent, send, type Reply } from '../support/fuzz/client.js';
import { flawsOf } from '../support/fuzz/judge.js';
import { type Plan, plan } from '../support/fuzz/plans.js';
import { type Resolved, resolve } from '../support/fuzz/resolve.js';
import { type FuzzedService, heldMb, logFlaws, startFuzzedService } from '../support/fuzz/service.js';
import { another, isCreation, keyed, twinFlaws } from '../support/fuzz/twice.js';
import { type Ask, worldFlaws } from '../support/fuzz/verify.js';
import { type World, addLooseProject, addLooseSession, addSession, newWorld } from '../support/fuzz/world.js';
import { cleanUp } from '../support/service-process.js';
import { withinTime } from '../support/within-time.js';

/** Number of requests. Before a release, the test is run with 20,000 or more requests. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
/**
 * Seed of the first round. Set FUZZ_SEED to repeat earlier requests. The seed of each further round is higher by
 * `OF_A_ROUND`.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);

/**
 * Three numbers of requests: the maximum at the same time, the maximum in one property, and the number in one round.
 */
const CONNECTIONS = 12;
const TOGETHER = 25;
const OF_A_ROUND = 500;
const ROUNDS = Math.max(1, Math.ceil(REQUESTS / OF_A_ROUND));

/**
 * Maximum growth of the memory that the service uses after the first round, in MB. Garbage does not count. Caches that
 * have a limit may grow by this much.
 */
const MAX_GROWTH_MB = 50;

let t: FuzzedService;
/** Creates a session that must be invisible to every workspace under test. */
let foreignSession = '';
let made = 0;
const agent = newAgent(CONNECTIONS);
const answers = new Map<number, number>();
beforeAll(async () => {
  t = await startFuzzedService(ROUNDS + 1);
  const { sessions } = await furnished(t.workspaces[ROUNDS]!);
  foreignSession = sessions[0]!.answered.id;
});
afterAll(async () => {
  agent.destroy();
  await cleanUp();
});

const askWith =
  (secret: string): Ask =>
  async (method, path, text) => {
    const body = text === undefined ? null : Buffer.from(text);
    const ofBody = body
      ? ([
          ['content-type', 'application/json'],
          ['content-length', String(body.length)],
        ] as const)
      : [];
    const headers = [['host', 'localhost'], ['x-api-key', secret], ...ofBody] as const;
    return send(agent, t.port, { method, path, headers, body, text: text ?? '' });
  };

/** Returns a workspace with resources to which any request may refer. */
async function furnished({ secret }: { secret: string }): Promise<World> {
  const world = newWorld(secret, foreignSession);
  const create = async (path: string, fields: object) =>
    JSON.parse((await askWith(secret)('POST', path, JSON.stringify(fields))).body.toString());
  const { project } = await create('/projects', { name: 'Fuzz', symbol: 'FUZZED', timeframe: '1m' });
  world.projects.push(project);
  for (const feeds of [['venue-spot'], ['venue-spot'], ['venue-spot', 'venue-usdm-current-quarter']]) {
    const fields = {
      projectId: project.id,
      name: 'Run',
      initialBalance: 1000,
      assets: feeds.map((feed) => ({ feed })),
    };
    addSession(world, (await create('/sessions', fields)).session);
  }
  for (const name of ['One', 'Other', 'Third']) {
    const { project: changing } = await create('/projects', { name, symbol: 'FUZZED', timeframe: '1m' });
    addLooseProject(world, changing);
    const fields = { projectId: changing.id, name, initialBalance: 1000 };
    addLooseSession(world, (await create('/sessions', fields)).session, { tags: [] });
    world.loose.projects.at(-1)!.isUsed = true;
  }
  return world;
}

const shown = ({ sent, plan: { kind } }: Resolved, reply: Reply | null): string =>
  [
    `${kind} ${sent.method} ${sent.path.slice(0, 300)}`,
    ...sent.headers.map(([name, value]) => `${name.slice(0, 80)}: ${value.slice(0, 80)}`),
    `  body of ${sent.body?.length ?? 0} bytes: ${sent.text.slice(0, 1500)}`,
    `  answer ${reply?.status}: ${reply?.body.toString().slice(0, 800)}`,
  ].join('\n');

async function tryOut(one: Plan, world: World): Promise<string[]> {
  made += 1;
  const resolved = resolve(one, world);
  if (isCreation(resolved) && made % 3 === 0) return tryTwice(resolved, world);
  const reply = await send(agent, t.port, resolved.sent).catch((error: unknown) => String(error));
  if (typeof reply === 'string') {
    // The service cuts an export if its session changes while the export is being sent.
    if (one.kind === 'asked' && one.route.endsWith('/export')) return [];
    return [`${reply}\n${shown(resolved, null)}`];
  }
  answers.set(reply.status, (answers.get(reply.status) ?? 0) + 1);
  return flawsOf(resolved, reply, world).map((flaw) => `${flaw}\n${shown(resolved, reply)}`);
}

/** Sends the request twice at once with the same Idempotency-Key, and checks that it creates only one resource. */
async function tryTwice(resolved: Resolved, world: World): Promise<string[]> {
  const sent = keyed(resolved.sent, `key ${made}`);
  const [one, twin] = await Promise.all([send(agent, t.port, sent), send(agent, t.port, sent)]);
  const ofOne = flawsOf(resolved, one, world);
  if (one.status !== 201) return ofOne.map((flaw) => `${flaw}\n${shown(resolved, one)}`);
  const other = await send(agent, t.port, another(sent));
  const flaws = [...ofOne, ...twinFlaws(one, twin, other)];
  return flaws.map((flaw) => `${flaw}\n${shown(resolved, twin)}`);
}

describe(`${REQUESTS} requests generated from the document (FUZZ_SEED=${SEED})`, () => {
  let grownFrom = 0;

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'get documented responses, round %i',
    async (round) => {
      const workspace = t.workspaces[round]!;
      const world = await furnished(workspace);
      const together = fc.array(plan, { minLength: 1, maxLength: TOGETHER, size: 'max' });
      let count = 0;
      for (let seed = SEED + round * OF_A_ROUND; count < OF_A_ROUND; seed += 1) {
        const before = made;
        await fc.assert(
          fc.asyncProperty(
            together,
            withinTime(60_000, async (plans) => {
              const flaws = (await Promise.all(plans.map((one) => tryOut(one, world)))).flat();
              if (flaws.length === 0) return;
              // The report of a failed property is cut if it is long.
              process.stderr.write(
                `Flaw with seed ${seed}: ${flaws[0]!.replaceAll('\n', ' | ').slice(0, 1_500)}\n`,
              );
              throw new Error(flaws.join('\n\n'));
            }),
          ),
          { seed, numRuns: 10 },
        );
        count += made - before;
      }
      expect(await worldFlaws(world, workspace.name, t.databaseUrl, askWith(workspace.secret))).toEqual([]);
      if (round === 0) grownFrom = await heldMb(t);
    },
  );

  it('leave the service responding, with little memory growth and no errors in its log', async () => {
    const ask = askWith(t.workspaces[ROUNDS]!.secret);
    expect((await ask('GET', '/health/ready')).status).toBe(200);
    await furnished(t.workspaces[ROUNDS]!);
    const held = await heldMb(t);
    process.stderr.write(
      `${made} requests with seed ${SEED}: ${JSON.stringify(Object.fromEntries(answers))}; memory ${grownFrom} MB after the first round, ${held} MB in the end.\n`,
    );
    expect(held - grownFrom).toBeLessThan(MAX_GROWTH_MB);
    expect(logFlaws(t)).toEqual([]);
  });
});
