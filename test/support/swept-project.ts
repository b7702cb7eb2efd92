import type { TestApp } from './app.js';
import { DAY, HOUR, aProject, aSession, aTrade, ingest } from './factories.js';
import { SWEEP_START, sweptPlNet, sweptSessions } from './swept-sessions.js';

/**
 * Creates a project with a sweep of ten sessions in its own study, of which one is deleted and one is copied at other
 * costs, and three windows of a walk-forward in the study "Windows".
 */
export async function aSweptProject(service: Pick<TestApp, 'call'>) {
  const { call } = service;
  const project = await aProject(call, { name: 'Sweep' });
  const ids = await sweptSessions(service, project.id, (k) => ({
    trial: { parameters: { fast: k % 5, slow: Math.floor(k / 5) } },
  }));
  await call.post(`/sessions/${ids[9]!}/copy`, { costs: 'recompute', feesConfig: FEES }).expect(201);
  await call.delete(`/sessions/${ids[3]!}`).expect(204);
  for (let window = 0; window < 3; window += 1)
    for (const [sample, from, to] of [
      ['in', 0, 30],
      ['out', 30, 50],
    ] as const)
      // prettier-ignore
      await windowSession(service, project.id, { window, sample, from: 20 * window + from, to: 20 * window + to });
  return { project, ids };
}

const FEES = { entryFee: 0.01, exitFee: 0.01, type: 'percent' } as const;

interface Window {
  readonly window: number;
  readonly sample: 'in' | 'out';
  readonly from: number;
  readonly to: number;
}

async function windowSession(
  { call }: Pick<TestApp, 'call'>,
  projectId: string,
  { window, sample, from, to }: Window,
): Promise<void> {
  const session = await aSession(call, {
    projectId,
    name: `Window ${window} ${sample}`,
    initialBalance: 1000,
    trial: { study: 'Windows', sample, parameters: { n: window } },
  });
  const trades = Array.from({ length: to - from }, (_, place) => {
    const entryTime = SWEEP_START + (from + place) * DAY;
    return aTrade({ plNet: sweptPlNet(9, from + place), entryTime, exitTime: entryTime + 12 * HOUR });
  });
  await ingest(call, session, trades);
}
