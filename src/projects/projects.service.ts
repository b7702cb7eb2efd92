import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isId, newId } from '../common/ids.js';
import { Problem } from '../common/problem.js';
import { CreateProjectDto } from './project.dto.js';
import { Project } from './project.entity.js';

@Injectable()
export class ProjectsService {
  constructor(private readonly dataSource: DataSource) {}

  async create(workspaceId: string, input: CreateProjectDto): Promise<Project> {
    const now = Date.now();
    const { name, symbol, timeframe } = input;
    const project = { workspaceId, id: newId(), name, symbol, timeframe, createdAt: now, updatedAt: now };
    await this.repository.insert(project);
    return project;
  }

  /** All projects of the workspace, newest first. */
  list(workspaceId: string): Promise<Project[]> {
    return this.repository.find({ where: { workspaceId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** @throws Problem PROJECT_NOT_FOUND, also for what is no id or belongs to another workspace */
  async get(workspaceId: string, id: string): Promise<Project> {
    const project = isId(id) ? await this.repository.findOneBy({ workspaceId, id }) : null;
    if (!project) throw new Problem('PROJECT_NOT_FOUND', 'There is no project with this id.');
    return project;
  }

  private get repository() {
    return this.dataSource.getRepository(Project);
  }
}
