import { workspacesTable } from './workspaces-table.js';

it('the table of workspaces has one line per workspace, with the number of its rows', () => {
  const createdAt = Date.UTC(2026, 0, 2, 3, 4, 5);
  const text = workspacesTable([
    { id: 'id-1', name: 'alpha', createdAt, rows: { projects: 1, sessions: 22, trades: 333, api_keys: 4 } },
    { id: 'id-2', name: 'b', createdAt, rows: { projects: 0, sessions: 0, trades: 0, api_keys: 0 } },
  ]);
  expect(text).toBe(
    [
      'name   id    created           projects  sessions  trades  keys',
      'alpha  id-1  2026-01-02 03:04         1        22     333     4',
      'b      id-2  2026-01-02 03:04         0         0       0     0',
    ].join('\n'),
  );
});

it('the table of workspaces is a sentence if there are none', () => {
  expect(workspacesTable([])).toBe('There are no workspaces.');
});
