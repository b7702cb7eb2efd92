import type { EntityMetadata } from 'typeorm';

/**
 * Returns the columns of an entity for a SELECT, named after the entity's fields, so that a row has the shape of the
 * entity.
 */
export const selectList = ({ columns }: EntityMetadata): string =>
  columns.map(({ databaseName, propertyName }) => `"${databaseName}" AS "${propertyName}"`).join(', ');
