import type { Pool, QueryResultRow } from 'pg';
import { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';

/** The connections that TypeORM keeps. */
export function poolOf({ driver }: DataSource): Pool {
  const { master } = driver as unknown as { master?: Pool };
  if (!master) throw new Error('Driver not Connected');
  return master;
}

/**
 * The rows of one statement, straight from the pool: for the small reads that most requests consist of, a query builder
 * and a query runner cost more than the statement.
 */
export async function readRows<Row extends QueryResultRow>(
  dataSource: DataSource,
  statement: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await poolOf(dataSource).query<Row>(statement, [...values]);
  return rows;
}

const known = new WeakMap<DataSource, Map<EntityTarget<ObjectLiteral>, string>>();

/** The columns of an entity, named like its fields, so that a row is such an entity. */
export function columnsOf(dataSource: DataSource, entity: EntityTarget<ObjectLiteral>): string {
  const ofSource = known.get(dataSource) ?? new Map<EntityTarget<ObjectLiteral>, string>();
  known.set(dataSource, ofSource);
  let columns = ofSource.get(entity);
  if (columns === undefined) {
    columns = dataSource
      .getMetadata(entity)
      .columns.map(({ databaseName, propertyName }) => `"${databaseName}" AS "${propertyName}"`)
      .join(', ');
    ofSource.set(entity, columns);
  }
  return columns;
}
