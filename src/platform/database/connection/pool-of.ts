import type { Pool } from 'pg';
import { DataSource } from 'typeorm';

/** Returns the connection pool of TypeORM. */
export function poolOf({ driver }: DataSource): Pool {
  const { master } = driver as unknown as { master?: Pool };
  if (!master) throw new Error('Driver not Connected');
  return master;
}
