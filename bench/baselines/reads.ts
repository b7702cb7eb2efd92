import type { Response } from 'express';
import type { Asset } from '../../src/sessions/asset.entity.js';
import { toSessionDto } from '../../src/sessions/session.dto.js';
import type { Session } from '../../src/sessions/session.entity.js';
import { toProjectDto } from '../../src/projects/project.dto.js';
import type { Project } from '../../src/projects/project.entity.js';
import { bareExpress, listen, openPool } from './listen.js';

/**
 * A hand-written server that sends the same statements and returns the same JSON as the service, but does not check a
 * key.
 */

const pool = openPool();
const app = bareExpress();

const columnsOf = async (table: string) => {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1',
    [table],
  );
  const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return rows.map(({ name }) => `${name} AS "${camel(name)}"`).join(', ');
};
const session = `SELECT ${await columnsOf('sessions')},
    (SELECT json_agg(a) FROM (SELECT ${await columnsOf('session_assets')} FROM session_assets
     WHERE workspace_id = s.workspace_id AND session_id = s.id ORDER BY position) a) AS assets,
    (SELECT to_json(p) FROM (SELECT ${await columnsOf('projects')} FROM projects
     WHERE workspace_id = s.workspace_id AND id = s.project_id) p) AS project
  FROM sessions s WHERE workspace_id = $1 AND id = $2`;
const projects = `SELECT ${await columnsOf('projects')} FROM projects WHERE workspace_id = $1
  ORDER BY created_at DESC, id DESC`;
const { rows: workspaces } = await pool.query<{ id: string }>(
  `SELECT id FROM workspaces WHERE name = 'default'`,
);
const workspaceId = workspaces[0]?.id;

type Found = Session & { readonly assets: readonly Asset[]; readonly project: Project };

app.get('/sessions/:id', async ({ params }, response: Response) => {
  const { rows } = await pool.query<Found>(session, [workspaceId, params.id]);
  const found = rows[0]!;
  response.json({ session: toSessionDto(found, found.assets), project: toProjectDto(found.project) });
});

app.get('/projects', async (_request, response: Response) => {
  const { rows } = await pool.query<Project>(projects, [workspaceId]);
  response.json({ projects: rows.map(toProjectDto) });
});

listen(app);
