import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
import type { Caller } from '../audit/author.js';
import { type Change, recordChange } from '../audit/record-change.js';
import { requireValidCaller } from './require-valid.js';
import { Workspace } from './workspace.entity.js';

/**
 * Adds entries for actions that change no data, such as exports. The entry for a change of data is added by
 * `recordChange`, in the transaction that makes the change.
 */
@Injectable()
export class AuditLog {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws Problem UNAUTHORIZED if the key was revoked in the meantime; FORBIDDEN if the workspace was erased */
  async record(caller: Caller, action: Change): Promise<void> {
    await this.dataSource.transaction((transaction) => this.recordWithin(transaction, caller, action));
  }

  /**
   * Adds the entry of a change that takes several transactions to one of them.
   * @throws the same problems as `record`
   */
  async recordWithin(transaction: EntityManager, caller: Caller, action: Change): Promise<void> {
    // The lock keeps an erasure of the workspace from ending before the entry is stored.
    await transaction.findOne(Workspace, {
      where: { id: caller.workspaceId },
      lock: { mode: 'pessimistic_read' },
    });
    await requireValidCaller(transaction, caller);
    await recordChange(transaction, caller, action);
  }
}
