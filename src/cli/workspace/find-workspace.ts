import type { EntityManager } from 'typeorm';
import { Workspace } from '../../platform/auth/workspace.entity.js';

/** Second number of the advisory lock that lets only one command at a time change a whole workspace. */
export const WORKSPACE_LOCK = 2;

/** @throws Error with a sentence for the operator */
export async function findWorkspace(manager: EntityManager, name: string): Promise<Workspace> {
  const workspace = await manager.findOneBy(Workspace, { name });
  if (!workspace) throw new Error(`There is no workspace "${name}"; "list" shows what there is.`);
  return workspace;
}
