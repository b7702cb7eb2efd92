import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { Scope } from './principal.js';

/**
 * A stored key. The secret itself is not stored: `hash` is its SHA-256 (hex), and `prefix` consists of its first
 * characters, by which people recognise the key.
 */
@Entity('api_keys')
@Unique('api_keys_hash_key', ['hash'])
export class ApiKey {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  workspaceId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  prefix!: string;

  @Column('text')
  hash!: string;

  @Column('text', { array: true })
  scopes!: Scope[];

  @Column('bigint')
  createdAt!: number;

  @Column('bigint', { nullable: true })
  expiresAt!: number | null;

  @Column('bigint', { nullable: true })
  revokedAt!: number | null;

  @Column('bigint', { nullable: true })
  lastUsedAt!: number | null;
}
