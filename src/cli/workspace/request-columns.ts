import type { ClassConstructor } from 'class-transformer';
import { getMetadataArgsStorage } from 'typeorm';
import { SnakeNaming } from '../../platform/database/snake-naming.js';
import { documentedFields } from '../../shared/fields/documented-fields.js';
import { CreateProjectDto } from '../../projects/project.dto.js';
import { Project } from '../../projects/project.entity.js';
import { Asset } from '../../sessions/asset.entity.js';
import { AssetInput } from '../../sessions/create-asset.dto.js';
import { CreateSessionDto } from '../../sessions/create-session.dto.js';
import { Session } from '../../sessions/session.entity.js';
import { TradeInput } from '../../trades/ingest-trades.dto.js';
import { Trade } from '../../trades/trade.entity.js';

/** Columns of a table that a request sets, and the body of that request. */
export interface RequestColumns {
  readonly body: ClassConstructor<object>;
  /** Field of the body, by column. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Columns whose stored form may differ from the form in a request. In a file, the values of these columns must have
   * the stored form.
   */
  readonly asStored: readonly string[];
}

const naming = new SnakeNaming();

/** Returns the columns of an entity that are set by the field of the same name. */
function requestColumns(
  entity: ClassConstructor<object>,
  body: ClassConstructor<object>,
  asStored: readonly string[],
): RequestColumns {
  const columns = new Set(
    getMetadataArgsStorage()
      .filterColumns(withBaseClasses(entity))
      .map(({ propertyName }) => propertyName),
  );
  const fields = documentedFields(body).filter((field: string) => columns.has(field));
  return {
    body,
    fields: Object.fromEntries(fields.map((field) => [naming.columnName(field, undefined), field])),
    asStored,
  };
}

/** Returns a class with the classes from which it inherits columns. */
function withBaseClasses(entity: ClassConstructor<object>): ClassConstructor<object>[] {
  const base = Object.getPrototypeOf(entity) as ClassConstructor<object>;
  return base === Function.prototype ? [entity] : [entity, ...withBaseClasses(base)];
}

export const REQUEST_COLUMNS: Readonly<Record<string, RequestColumns>> = {
  projects: requestColumns(Project, CreateProjectDto, ['symbol']),
  sessions: requestColumns(Session, CreateSessionDto, ['fees_config', 'tags', 'trial']),
  session_assets: requestColumns(Asset, AssetInput, ['symbol', 'execution_cost_config']),
  trades: requestColumns(Trade, TradeInput, ['tags']),
};
