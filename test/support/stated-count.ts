import { DataSource } from 'typeorm';
import { Session } from '../../src/sessions/session.entity.js';
import type { TestApp } from './app.js';

/**
 * Sets the number of trades in a session's summary. Limits use this number, so tests of limits can store fewer trades.
 */
export const stateCount = ({ app }: TestApp, { id }: { readonly id: string }, tradeCount: number) =>
  app.get(DataSource).getRepository(Session).update({ id }, { tradeCount });
