import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './shared/problems/problem-examples.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

/** The eight operations of the contract, in the order in which a client needs them, with their tags. */
const CONTRACT: readonly (readonly [method: Method, path: string, tag: string])[] = [
  ['post', '/projects', 'projects'],
  ['get', '/projects', 'projects'],
  ['post', '/sessions', 'sessions'],
  ['get', '/sessions/{id}', 'sessions'],
  ['post', '/sessions/{id}/trades', 'trades'],
  ['post', '/sessions/{id}/finish', 'sessions'],
  ['get', '/sessions/{id}/stats', 'stats'],
  ['get', '/candles', 'candles'],
];

/** First the tags of the contract, then the roles of all other operations, which the controllers name. */
const TAGS: Readonly<Record<string, string>> = {
  projects: 'A project groups the sessions of one symbol and timeframe.',
  sessions: 'A session records one backtest: its balance, markets, fees and simulation settings.',
  trades: 'The closed trades of a session.',
  stats: 'The statistics of a session.',
  candles: 'Historical OHLCV candles of two feeds.',
  Replay:
    'For a page where a person replays candles: ranges, the state of the page, live changes, previews and copies.',
  Review: 'Lists, edits, files, exports, analyses and reports of recorded sessions.',
  Research: 'Many runs of a strategy: how much of the best result is luck.',
  Operate: 'Keys, quotas, the audit log, metrics and probes.',
};

/** Ids that differ from the names of the controller and its method. Clients use the ids as names of functions. */
const IDS: Readonly<Record<string, string>> = {
  sessionRecords_list: 'sessions_list',
  sessionRecords_get: 'sessions_getRecord',
  sessionRecords_update: 'sessions_update',
  projectRemoval_remove: 'projects_remove',
  sessionRemoval_remove: 'sessions_remove',
  clientStates_get: 'sessions_getState',
  clientStates_put: 'sessions_putState',
  copies_copy: 'sessions_copy',
  rewinds_rewind: 'replay_rewind',
  events_get: 'sessions_followEvents',
  report_get: 'sessions_getReport',
  projectTags_list: 'projects_listTags',
  projectRecords_list: 'projects_listRecords',
  comparison_compare: 'projects_compare',
  candleImports_import: 'candles_import',
  runImports_import: 'projects_importRuns',
  export_export: 'trades_export',
  tradesRemoval_remove: 'trades_removeAll',
  preview_preview: 'trades_preview',
  fileImports_import: 'trades_importFile',
  explain_explain: 'stats_explain',
  sessionEvidence_get: 'analysis_evidence',
  tries_selection: 'selection_judge',
  tries_overfitting: 'selection_overfitting',
  tries_walkForward: 'selection_walkForward',
  leaderboard_leaderboard: 'selection_leaderboard',
  leaderboard_grid: 'selection_grid',
  leaderboard_parameters: 'selection_parameters',
};

/** Returns the id of an operation, such as `projects_create`. The ids of all analyses begin with `analysis`. */
export function operationIdFactory(controller: string, method: string): string {
  const name = controller.replace(/^.*Analysis(?=Controller$)/, 'analysis').replace(/Controller$/, '');
  const id = `${name.charAt(0).toLowerCase()}${name.slice(1)}_${method}`;
  return IDS[id] ?? id;
}

/**
 * Sets the tags of the contract, and sorts paths, methods and tags in the order in which a person reads them. Express
 * matches routes in another order, that of the modules.
 */
export function arrangeOperations(document: OpenAPIObject): void {
  for (const [method, path, tag] of CONTRACT) {
    const operation = document.paths[path]?.[method];
    if (operation) operation.tags = [tag];
  }
  const tags = Object.keys(TAGS);
  const rankOf = (path: string, method: string, { tags: own = [] }: Operation): number => {
    const place = CONTRACT.findIndex((one) => one[0] === method && one[1] === path);
    return place < 0 ? CONTRACT.length + tags.indexOf(own[0] ?? '') : place;
  };
  const used = new Set<string | undefined>();
  const ranked = Object.entries(document.paths).map(([path, item]) => {
    const methods = METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      used.add(operation.tags?.[0]);
      return [{ method, operation, rank: rankOf(path, method, operation) }];
    }).toSorted((one, other) => one.rank - other.rank);
    return {
      path,
      item: Object.fromEntries(methods.map(({ method, operation }) => [method, operation])),
      rank: methods[0]?.rank ?? 0,
    };
  });
  document.paths = Object.fromEntries(
    ranked.toSorted((one, other) => one.rank - other.rank).map(({ path, item }) => [path, item]),
  );
  document.tags = Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

/** Returns the part of a document that describes the operations of the contract. */
export function contractOf(document: OpenAPIObject): OpenAPIObject {
  const paths: OpenAPIObject['paths'] = {};
  for (const [method, path] of CONTRACT)
    paths[path] = { ...paths[path], [method]: document.paths[path]?.[method] };
  const tags = new Set(CONTRACT.map(([, , tag]) => tag));
  const { schemas = {}, responses = {}, ...others } = document.components ?? {};
  const components = { schemas, responses };
  const needed = referencedIn(paths, components);
  const neededOf = <T>(kind: string, parts: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => needed.has(`#/components/${kind}/${name}`)));
  return {
    ...document,
    paths,
    tags: document.tags?.filter(({ name }) => tags.has(name)) ?? [],
    components: {
      ...others,
      schemas: neededOf('schemas', schemas),
      responses: neededOf('responses', responses),
    },
  };
}

/** Returns all references in a part of a document, and in what they refer to. */
function referencedIn(part: unknown, components: Readonly<Record<string, object>>): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (value: unknown): void => {
    for (const [, reference] of JSON.stringify(value ?? null).matchAll(/"\$ref":"([^"]+)"/g)) {
      if (found.has(reference!)) continue;
      found.add(reference!);
      const [, , kind = '', name = ''] = reference!.split('/');
      add(Reflect.get(components[kind] ?? {}, name));
    }
  };
  add(part);
  return found;
}
