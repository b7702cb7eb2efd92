import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from './author.js';
import { type Change, recordChange } from './record-change.js';

/** Adds entries for actions that change no data, such as exports. A change is recorded in its own transaction. */
@Injectable()
export class AuditLog {
  constructor(private readonly dataSource: DataSource) {}

  async record(caller: Caller, action: Change): Promise<void> {
    await recordChange(this.dataSource.manager, caller, action);
  }
}
