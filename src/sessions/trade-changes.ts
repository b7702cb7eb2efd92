import { Injectable } from '@nestjs/common';
import type { SessionKey } from './session.entity.js';

export interface SessionChange extends SessionKey {
  /** True if the session is finished, so that no further change follows soon. */
  readonly isLast: boolean;
}

/** Notifies listeners in this process of sessions whose trades change. A change may still be rolled back. */
@Injectable()
export class TradeChanges {
  private readonly listeners = new Set<(change: SessionChange) => void>();

  onChange(listener: (change: SessionChange) => void): void {
    this.listeners.add(listener);
  }

  changed({ workspaceId, id }: SessionKey): void {
    this.tell({ workspaceId, id, isLast: false });
  }

  finished({ workspaceId, id }: SessionKey): void {
    this.tell({ workspaceId, id, isLast: true });
  }

  private tell(change: SessionChange): void {
    for (const listener of this.listeners) listener(change);
  }
}
