import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isId, newId } from '../common/ids.js';
import { Problem } from '../common/problem.js';
import { columnsOf, readRows } from '../database/read-rows.js';
import { CreateProjectDto } from './project.dto.js';
import { Project } from './project.entity.js';

@Injectable()
export class ProjectsService {
  constructor(private readonly dataSource: DataSource) {}

  async create(workspaceId: string, input: CreateProjectDto): Promise<Project> {
    const now = Date.now();
    const { name, symbol, timeframe } = input;
    const project = { workspaceId, id: newId(), name, symbol, timeframe, createdAt: now, updatedAt: now };
    await this.dataSource.manager.insert(Project, project);
    return project;
  }

  /** All projects of the workspace, newest first. */
  list(workspaceId: string): Promise<Project[]> {
    const statement = `SELECT ${columnsOf(this.dataSource, Project)} FROM projects WHERE workspace_id = $1
      ORDER BY created_at DESC, id DESC`;
    return readRows(this.dataSource, statement, [workspaceId]);
  }

  /** @throws Problem PROJECT_NOT_FOUND, also for what is no id or belongs to another workspace */
  async get(workspaceId: string, id: string): Promise<Project> {
    const statement = `SELECT ${columnsOf(this.dataSource, Project)} FROM projects WHERE workspace_id = $1 AND id = $2`;
    const [project] = isId(id) ? await readRows<Project>(this.dataSource, statement, [workspaceId, id]) : [];
    if (!project) throw new Problem('PROJECT_NOT_FOUND', 'There is no project with this id.');
    return project;
  }
}
