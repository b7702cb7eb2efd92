import type { BodyPlan } from './body-plans.js';
import { A_PROJECT } from './documented.js';
import { hugeText } from './huge.js';
import type { IdPlan } from './id-plans.js';
import { Digits, type Fields, apply, textIn, toJson, write } from './json.js';
import { MISCHIEF, SECRET, type Mischief } from './mischief.js';
import type { Asked, Plan } from './plans.js';
import { fitted } from './texts.js';
import { type KnownSession, type World, noteSent, tag } from './world.js';

/** A request as it goes over the wire. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
  /** The body before it was packed. */
  readonly text: string;
}

/** A request, and what is known about it beforehand. */
export interface Resolved {
  readonly plan: Plan;
  readonly sent: Sent;
  readonly session: KnownSession | null;
  /** Whether it is known that the session is finished. */
  readonly wasFinished: boolean;
  readonly mischief: Mischief | null;
}

export function resolve(plan: Plan, world: World): Resolved {
  if (plan.kind === 'strayed') {
    const sent = toSent(plan.method, plan.path, plan.body === '' ? null : plan.body, null, world);
    return { plan, sent, session: null, wasFinished: false, mischief: null };
  }
  const session = sessionOf(plan, world);
  const [method = '', template = ''] = plan.route.split(' ');
  const path = template.replace('{id}', () => idText(plan.id, session, world));
  const text = textOf(plan, session, world);
  const mischief = MISCHIEF[plan.mischief] ?? null;
  if (session) noteSent(session, clientIdsIn(text));
  const wasFinished = session !== null && session.endedAt !== null;
  if (session && plan.route.endsWith('/finish')) session.finishSent = true;
  const target = plan.query === '' ? path : `${path}?${plan.query}`;
  const sent = toSent(method.toUpperCase(), target, text, mischief, world);
  return { plan, sent, session, wasFinished, mischief };
}

/** Some sessions are never finished, so that most batches meet an active one. */
function sessionOf({ route, id }: Asked, { sessions }: World): KnownSession | null {
  if (!route.includes('{id}') || id.kind !== 'known') return null;
  const kept = sessions.filter((_, i) => i % 2 === 0);
  const others = sessions.filter((_, i) => i % 2 === 1);
  const pool = route.endsWith('/finish')
    ? others
    : route.endsWith('/trades') && id.index % 8
      ? kept
      : sessions;
  return pool[id.index % pool.length] ?? null;
}

function idText(id: IdPlan, session: KnownSession | null, world: World): string {
  if (id.kind === 'foreign') return world.foreignSession;
  if (id.kind === 'odd') return id.text;
  const text = session?.answered.id ?? '';
  if (id.as === 'upper') return text.toUpperCase();
  return id.as === 'encoded' ? text.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`) : text;
}

function textOf({ route, body, id }: Asked, session: KnownSession | null, world: World): string | null {
  if (body.kind === 'none') return null;
  if (body.kind === 'text') return Buffer.from(body.text).toString();
  if (body.kind === 'huge') return hugeText(body.what);
  if (body.kind === 'again') return textAgain(body, session);
  const fields = fitting(route, body, id.kind === 'known' ? id.index : 0, session, world);
  return write(
    body.edits.reduce((json, edit) => apply(edit, json), toJson(fields)),
    body.spelling,
  );
}

/** A batch that was accepted before, as it was or with one thing changed. */
function textAgain({ batch, differs }: BodyPlan & { kind: 'again' }, session: KnownSession | null): string {
  const batches = session?.batches ?? [];
  const text = batches[batch % Math.max(1, batches.length)]?.text ?? '{"trades":[]}';
  if (!differs) return text;
  const { trades } = JSON.parse(text) as { trades: { entryTime: number; exitTime: number }[] };
  const [first, ...others] = trades;
  const changed = first && {
    ...first,
    entryTime: first.entryTime === 1 ? 1 : first.entryTime - 1,
    exitTime: first.exitTime,
  };
  return JSON.stringify({ trades: changed ? [...others, changed] : [] });
}

/** The fields so changed that they obey what no schema can say. */
function fitting(
  route: string,
  { fields, rows }: BodyPlan & { kind: 'fields' },
  index: number,
  session: KnownSession | null,
  world: World,
): Fields {
  if (route === 'post /sessions') {
    const project = world.projects[index % world.projects.length];
    return fittingSession(fields, project ?? { id: '', symbol: 'X' });
  }
  if (!route.endsWith('/trades')) return fields;
  const given = fields['trades'] as readonly Fields[];
  const first = given[0] ?? {};
  const trades = rows === 0 ? given : Array.from({ length: rows }, () => first);
  return { trades: trades.map((trade) => fittingTrade(trade, session, world)) };
}

function fittingSession(fields: Fields, project: { id: string; symbol: string }): Fields {
  const assets = fields['assets'] as readonly Fields[] | undefined;
  const markets = new Set<string>();
  const fittingAssets = assets?.filter(({ symbol = project.symbol, feed = 'venue-spot' }) => {
    const market = `${textIn(symbol).toUpperCase()} ${textIn(feed)}`;
    return !markets.has(market) && markets.add(market);
  });
  return {
    ...fields,
    ...inOrder(fields, 'rangeStart', 'rangeEnd'),
    ...inOrder(fields, 'randomSourceStart', 'randomSourceEnd'),
    ...(fields['projectId'] === A_PROJECT && { projectId: project.id }),
    ...(fittingAssets && { assets: fittingAssets.map(withMatchingPolicy) }),
  };
}

function withMatchingPolicy(asset: Fields): Fields {
  const policy = asset['contractPolicy'] as Fields | undefined;
  if (policy?.['kind'] === undefined) return asset;
  return {
    ...asset,
    contractPolicy: { kind: asset['feed'] === 'venue-usdm-current-quarter' ? 'current-quarter' : 'spot' },
  };
}

function inOrder(fields: Fields, start: string, end: string): Fields {
  const [one, other] = [fields[start], fields[end]];
  if (!(one instanceof Digits && other instanceof Digits) || one.value < other.value) return {};
  return one.value === other.value ? { [start]: null } : { [start]: other, [end]: one };
}

function fittingTrade(trade: Fields, session: KnownSession | null, world: World): Fields {
  const [entry, exit] = [trade['entryTime'], trade['exitTime']];
  const swapped = entry instanceof Digits && exit instanceof Digits && exit.value < entry.value;
  const { symbol: _, feed: __, ...rest } = trade;
  return {
    ...rest,
    ...marketOf(trade, session),
    clientId: fitted(`${tag(world)} ${textIn(trade['clientId'])}`, 1, 128),
    ...(swapped && { entryTime: exit, exitTime: entry }),
  };
}

/** Names a market of the session by as much as the trade names one. */
function marketOf({ symbol, feed, clientId }: Fields, session: KnownSession | null): Fields {
  const assets = session?.answered.assets ?? [];
  const asset = assets[textIn(clientId).length % Math.max(1, assets.length)];
  if (!asset || (symbol === undefined && feed === undefined)) return {};
  const named = textIn(clientId).length % 2 === 0 ? asset.symbol : asset.symbol.toLowerCase();
  if (symbol === undefined)
    return assets.filter((other) => other.feed === asset.feed).length === 1 ? { feed: asset.feed } : {};
  const isAlone = assets.filter((other) => other.symbol === asset.symbol).length === 1;
  return feed === undefined && isAlone ? { symbol: named } : { symbol: named, feed: asset.feed };
}

export function clientIdsIn(text: string | null): string[] {
  try {
    const { trades } = JSON.parse(text ?? '{}') as { trades?: { clientId?: unknown }[] };
    return (trades ?? []).map(({ clientId }) => clientId).filter((id) => typeof id === 'string');
  } catch {
    return [];
  }
}

function toSent(
  method: string,
  path: string,
  text: string | null,
  mischief: Mischief | null,
  { secret }: World,
): Sent {
  const plain = text === null ? null : Buffer.from(text);
  const body = plain && (mischief?.pack?.(plain) ?? plain);
  const usual: (readonly [string, string])[] = [
    ['host', 'service.test'],
    ['x-api-key', secret],
    ...(body
      ? ([
          ['content-type', 'application/json'],
          ['content-length', String(body.length)],
        ] as const)
      : []),
  ];
  const applies = mischief !== null && (body !== null || !mischief.ofBody);
  const own = applies ? (mischief.headers ?? []) : [];
  const replaced = new Set(own.map(([name]) => name));
  const headers = [
    ...usual.filter(([name]) => !replaced.has(name)),
    ...own.filter((pair): pair is readonly [string, string] => pair[1] !== null),
    ...(applies ? (mischief.more ?? []) : []),
  ].map(([name, value]) => [name, value.replaceAll(SECRET, secret)] as const);
  return { method, path, headers, body, text: text ?? '' };
}
