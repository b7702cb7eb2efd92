import type { BodyPlan } from './body-plans.js';
import { A_PROJECT } from './documented.js';
import { Digits, type Fields, textIn } from './json.js';
import { fitted } from './texts.js';
import { type KnownSession, type World, tag } from './world.js';

/** Returns the text of a batch that was accepted before, either unchanged or with one change. */
export function textAgain(
  { batch, differs }: BodyPlan & { kind: 'again' },
  session: KnownSession | null,
): string {
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

/** Changes the fields of a valid body so that they also obey the rules that no schema can express. */
export function fitting(
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
  if (route.endsWith('/copy')) return copied(fields);
  if (!/\/trades(\/preview)?$/.test(route)) return fields;
  const given = fields['trades'] as readonly Fields[];
  const first = given[0] ?? {};
  const trades = rows === 0 ? given : Array.from({ length: rows }, () => first);
  return { trades: trades.map((trade) => fittingTrade(trade, session, world)) };
}

/** Returns the fields of a session with a symbol of its own, because the symbol of its project may change. */
export const looseSession = (fields: Fields, id: string): Fields =>
  fittingSession(
    { ...fields, projectId: A_PROJECT, assets: [{ symbol: 'FUZZED' }] },
    { id, symbol: 'FUZZED' },
  );

/**
 * Removes ranges, project and assets from a copy, because together with the fields of the original they may be invalid.
 */
const copied = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !OF_THE_ORIGINAL.test(name)));

const OF_THE_ORIGINAL = /^(projectId|assets|range|random.*(Start|End))/;

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
    contractPolicy: {
      ...policy,
      kind: asset['feed'] === 'venue-usdm-current-quarter' ? 'current-quarter' : 'spot',
    },
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

/** Returns a market of the session in the form in which the trade names its market: by symbol, by feed or by both. */
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
