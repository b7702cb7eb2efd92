import { BulkWrites } from '../../src/trades/bulk-writes.js';
import { fullCandleQueue } from '../support/candle-imports.js';
import { removeSample } from '../support/samples.js';
import { t } from './apps.js';
import { post, withQuota } from './requests.js';
import { type Failure, type RouteFacts } from './route-facts.js';

export const SAMPLES_ROUTES: RouteFacts = {
  routes: { 'post /samples': { body: 'optional' } },
  successes: [
    ['post /samples', 'a new sample', async () => (await removeSample(t.call), post('/samples'))],
    ['post /samples', 'the sample that stands', async () => (await post('/samples'), post('/samples'))],
  ],
  failures: [
    ...(['sessions', 'trades'] as const).map((quota): Failure => [
      'post /samples',
      quota === 'sessions' ? 'QUOTA_SESSIONS' : 'QUOTA_TRADES',
      async () => {
        await removeSample(t.call);
        return withQuota(quota, () => post('/samples'));
      },
    ]),
    [
      'post /samples',
      'BUSY',
      async () => {
        await removeSample(t.call);
        const writes = t.app.get(BulkWrites);
        const { queue } = writes;
        Object.assign(writes, fullCandleQueue());
        try {
          return await post('/samples');
        } finally {
          Object.assign(writes, { queue });
        }
      },
    ],
  ],
};
