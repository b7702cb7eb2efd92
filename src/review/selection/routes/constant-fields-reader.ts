import { Injectable } from '@nestjs/common';
import { VersionCache } from '../../../shared/concurrency/version-cache.js';
import { compareTexts } from '../leaderboard/value-order.js';
import { PARAMETER_START } from '../leaderboard/figure-names.js';
import {
  CONSTANT_FIELDS,
  type CommonValues,
  ConstantFieldsStore,
} from '../../trials/constant-fields.store.js';
import { SESSIONS_OF_A_PART } from '../../trials/study-sessions.store.js';

/** Maximum memory of the cache, bytes. A list of names takes at most 10 KB. */
const CACHE_BYTES = 4 * 2 ** 20;

/** Finds the fields that have the same value in all sessions of a list. */
@Injectable()
export class ConstantFieldsReader {
  private readonly kept = new VersionCache<readonly string[]>(
    CACHE_BYTES,
    (names) => 2 * names.join().length,
  );

  constructor(private readonly store: ConstantFieldsStore) {}

  /**
   * Returns the names of the fields, then of the parameters as `parameters.NAME`, whose value or absence is the same in
   * all sessions. Empty for fewer than two sessions.
   * @param version identifies the list and everything that its sessions contain
   */
  async constantIn(
    workspaceId: string,
    version: string,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (ids.length < 2) return [];
    return this.kept.get(version, (shared) => this.read(workspaceId, ids, shared), signal);
  }

  private async read(
    workspaceId: string,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    let common: CommonValues | null = null;
    for (let from = 0; from < ids.length; from += SESSIONS_OF_A_PART) {
      signal.throwIfAborted();
      const part = await this.store.common(workspaceId, ids.slice(from, from + SESSIONS_OF_A_PART));
      if (part.sessions > 0) common = common === null ? part : commonIn(common, part);
      if (common !== null && isEmpty(common)) break;
    }
    const { fields = {}, parameters = {} } = common ?? {};
    const names = Object.keys(parameters).toSorted(compareTexts);
    return [
      ...CONSTANT_FIELDS.filter((field) => Object.hasOwn(fields, field)),
      ...names.map((name) => PARAMETER_START + name),
    ];
  }
}

const isEmpty = ({ fields, parameters }: CommonValues): boolean =>
  Object.keys(fields).length + Object.keys(parameters).length === 0;

const commonIn = (one: CommonValues, other: CommonValues): CommonValues => ({
  sessions: one.sessions + other.sessions,
  fields: equalIn(one.fields, other.fields),
  parameters: equalIn(one.parameters, other.parameters),
});

type Values = Readonly<Record<string, string>>;

const equalIn = (one: Values, other: Values): Values =>
  Object.fromEntries(
    Object.entries(one).filter(([name, value]) => Object.hasOwn(other, name) && other[name] === value),
  );
