import { minute } from '../terminal/minute.js';
import { table } from '../terminal/table.js';
import type { ListedWorkspace } from './list-workspaces.js';

/** Formats workspaces as a text table with the number of their rows. */
export function workspacesTable(workspaces: readonly ListedWorkspace[]): string {
  if (workspaces.length === 0) return 'There are no workspaces.';
  const rows = workspaces.map(({ name, id, createdAt, rows: of }) => [
    name,
    id,
    minute(createdAt),
    ...[of.projects, of.sessions, of.trades, of.api_keys].map(String),
  ]);
  const numbers = ['projects', 'sessions', 'trades', 'keys'];
  return table([['name', 'id', 'created', ...numbers], ...rows], numbers);
}
