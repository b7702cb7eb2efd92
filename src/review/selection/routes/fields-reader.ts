import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Environment } from '../../../platform/config/environment.js';
import { STATISTICS } from '../../../shared/figures/definitions/figures.js';
import {
  SESSIONS_OF_A_PART,
  type StoredField,
  StudySessionsStore,
} from '../../trials/study-sessions.store.js';
import type { RankedField } from '../leaderboard/figure-names.js';
import type { RankedSessions } from '../leaderboard/ranked-sessions.js';
import type { RankedValue } from '../leaderboard/value-order.js';
import { naturalKey } from '../leaderboard/natural-key.js';
import { FieldColumn } from './field-columns.js';
import type { Study } from './study.js';

/** Share of the memory for cached statistics that the columns of fields may use. */
const SHARE = 1 / 4;

/** A study with the version of its rows, figures and labels. */
export interface VersionedStudy {
  readonly workspaceId: string;
  readonly version: string;
  readonly study: Study;
}

interface ReadColumn {
  readonly key: string;
  readonly field: StoredField;
  readonly column: FieldColumn;
}

/** Reads the values of single fields of the sessions of a study, in parts. */
@Injectable()
export class FieldsReader {
  /** Columns by version and field; null if the settings disable the cache of statistics. */
  private readonly kept: LRUCache<string, FieldColumn> | null;

  constructor(
    private readonly store: StudySessionsStore,
    { STATS_CACHE_MB }: Environment,
  ) {
    const maxSize = Math.floor(STATS_CACHE_MB * SHARE * 2 ** 20);
    this.kept =
      maxSize > 0
        ? new LRUCache({ maxSize, sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length })
        : null;
  }

  /**
   * Yields the sessions of a study in parts, with the values of the given fields. Other work has a turn after each
   * part. Values are in memory only until the next part, except in columns that are small enough to be kept.
   */
  async *read(
    { workspaceId, version, study }: VersionedStudy,
    fields: readonly RankedField[],
    signal: AbortSignal,
  ): AsyncGenerator<RankedSessions> {
    const { ledger, sessions } = study;
    const columns = new Map<string, FieldColumn>();
    const missing: ReadColumn[] = [];
    for (const [key, field] of new Map(fields.map((each) => [keyOf(each), each]))) {
      const kept = this.kept?.get(`${version} ${key}`);
      if (kept) columns.set(key, kept);
      else missing.push({ key, field: storedField(field), column: new FieldColumn(sessions.length) });
    }
    for (let from = 0; from < sessions.length; from += SESSIONS_OF_A_PART) {
      signal.throwIfAborted();
      const to = Math.min(from + SESSIONS_OF_A_PART, sessions.length);
      const parts = await this.readPart(workspaceId, study, from, to, missing);
      const valueOf = (field: RankedField, index: number): RankedValue => {
        const key = keyOf(field);
        return columns.get(key)?.at(index) ?? parts.get(key)?.[index - from] ?? null;
      };
      yield { from, to, isPending: (index) => ledger.isPending(sessions[index]!), valueOf };
    }
    for (const { key, column } of missing)
      if (!column.isTooLarge) this.kept?.set(`${version} ${key}`, column.seal());
  }

  /** Returns the values of the missing columns for a part of the sessions. */
  private async readPart(
    workspaceId: string,
    { idOf }: Study,
    from: number,
    to: number,
    missing: readonly ReadColumn[],
  ): Promise<ReadonlyMap<string, readonly RankedValue[]>> {
    if (missing.length === 0) {
      await nextTurn();
      return new Map();
    }
    const ids = Array.from({ length: to - from }, (_, place) => idOf(from + place));
    const fields = missing.map(({ field }) => field);
    const found = await this.store.fields(workspaceId, ids, fields);
    return new Map(
      missing.map(({ key, field, column }, place) => {
        const values = ids.map((id) => orderedValue(field, found.get(id)?.[place] ?? null));
        for (const [offset, value] of values.entries()) column.set(from + offset, value);
        return [key, values];
      }),
    );
  }
}

const ORDERED_AS_TEXTS = new Set(['name', 'tags']);

/** Names and tags are sorted as people read them. */
const orderedValue = ({ of, name }: StoredField, value: RankedValue): RankedValue =>
  of === 'session' && ORDERED_AS_TEXTS.has(name) && typeof value === 'string' ? naturalKey(value) : value;

const keyOf = ({ kind, name }: RankedField): string => `${kind} ${name}`;

function storedField({ kind, name }: RankedField): StoredField {
  if (kind === 'session') return { of: 'session', name };
  if (kind === 'parameter') return { of: 'parameters', name };
  return { of: Object.hasOwn(STATISTICS, name) ? 'statistics' : 'returns', name };
}
