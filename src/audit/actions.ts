/**
 * Every kind of change in the audit log: a noun, a dot and a verb. Changes of trades and of client states count as
 * changes of their session.
 */
export const ACTIONS = [
  'project.create',
  'project.edit',
  'project.delete',
  'session.create',
  'session.edit',
  'session.finish',
  'session.copy',
  'session.delete',
  'state.put',
  'trades.ingest',
  'trades.import',
  'trades.delete',
  'trade.edit',
  'trade.delete',
  'key.create',
  'key.rotate',
  'key.revoke',
  'workspace.import',
  'workspace.erase',
] as const;
export type Action = (typeof ACTIONS)[number];

export const RESOURCE_TYPES = ['project', 'session', 'key', 'workspace'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];
