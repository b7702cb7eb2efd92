import type { Response } from 'express';
import type { Asset } from '../../src/sessions/asset.entity.js';
import { toSessionDto } from '../../src/sessions/session.dto.js';
import type { Session } from '../../src/sessions/session.entity.js';
import { toProjectDto } from '../../src/projects/project.dto.js';
import type { Project } from '../../src/projects/project.entity.js';
import { bareExpress, listen, openPool } from './listen.js';

/** The same statements as the service sends, and the same JSON, by hand and without a key. */

const pool = openPool();
const app = bareExpress();

const selectOf = async (table: string, rest: string) => {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1',
    [table],
  );
  const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `SELECT ${rows.map(({ name }) => `${name} AS "${camel(name)}"`).join(', ')} FROM ${table} ${rest}`;
};
const session = await selectOf('sessions', 'WHERE workspace_id = $1 AND id = $2 LIMIT 1');
const assets = await selectOf(
  'session_assets',
  'WHERE workspace_id = $1 AND session_id = $2 ORDER BY position',
);
const project = await selectOf('projects', 'WHERE workspace_id = $1 AND id = $2 LIMIT 1');
const projects = await selectOf('projects', 'WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC');
const { rows: workspaces } = await pool.query<{ id: string }>(
  `SELECT id FROM workspaces WHERE name = 'default'`,
);
const workspaceId = workspaces[0]?.id;

app.get('/sessions/:id', async ({ params }, response: Response) => {
  const {
    rows: [found],
  } = await pool.query<Session>(session, [workspaceId, params.id]);
  const { rows: its } = await pool.query<Asset>(assets, [workspaceId, params.id]);
  const { rows: of } = await pool.query<Project>(project, [workspaceId, found?.projectId]);
  response.json({ session: toSessionDto(found!, its), project: toProjectDto(of[0]!) });
});

app.get('/projects', async (_request, response: Response) => {
  const { rows } = await pool.query<Project>(projects, [workspaceId]);
  response.json({ projects: rows.map(toProjectDto) });
});

listen(app);
