import type { SampleAnswer } from '../../src/review/samples/samples.dto.js';
import { announceChange } from './changes.js';
import type { Project } from './projects.js';
import { askJson } from './send.js';

/** Makes the sample, unless the workspace has it already. Returns its project. */
export async function makeSample(): Promise<Project> {
  const { project } = await askJson<SampleAnswer>('/samples', { method: 'POST' });
  announceChange();
  return project;
}
