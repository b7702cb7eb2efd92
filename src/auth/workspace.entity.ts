import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A tenant: everything but candles belongs to one. */
@Entity('workspaces')
@Unique('workspaces_name_key', ['name'])
export class Workspace {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('bigint')
  createdAt!: number;
}
