import type { ProjectDto } from '../../src/projects/project.dto.js';
import type { SampleAnswer } from '../../src/review/samples/samples.dto.js';
import type { Caller } from './app.js';
import type { Answered } from './factories.js';

/** Makes the sample of the caller's workspace, or gets it. */
export async function sampleOf(call: Caller): Promise<{ status: number } & Answered<SampleAnswer>> {
  const { status, body } = await call.post('/samples');
  return { status, ...body };
}

/** Removes the projects of the symbol SAMPLE with their sessions. */
export async function removeSample(call: Caller): Promise<void> {
  const { body } = await call.get('/projects').expect(200);
  for (const { id, symbol } of body.projects as ProjectDto[])
    if (symbol === 'SAMPLE') await call.delete(`/projects/${id}?sessions=true`).expect(204);
}
