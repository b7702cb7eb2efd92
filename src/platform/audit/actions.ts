/**
 * Every kind of change in the audit log: a noun, a dot and a verb. Changes of trades and of client states count as
 * changes of their session, and imports of candles as changes of the caller's workspace. Exports and refused keys
 * change nothing, but have entries as well.
 */
export const ACTIONS = [
  'project.create',
  'project.edit',
  'project.delete',
  'session.create',
  'session.edit',
  'session.finish',
  'session.copy',
  'session.draw',
  'session.delete',
  'session.report',
  'state.put',
  'trades.ingest',
  'trades.import',
  'trades.export',
  'trades.delete',
  'trades.rewind',
  'trade.edit',
  'trade.delete',
  'key.create',
  'key.rotate',
  'key.revoke',
  'key.refuse',
  'candles.import',
  'quotas.set',
  'workspace.export',
  'workspace.import',
  'workspace.erase',
] as const;
export type Action = (typeof ACTIONS)[number];

export const RESOURCE_TYPES = ['project', 'session', 'key', 'workspace'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];
