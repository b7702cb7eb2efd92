import { DataSource } from 'typeorm';
import { Session } from '../../src/sessions/session.entity.js';
import type { TestApp } from './app.js';

/**
 * Sets the number of trades in the summary of a session. The limits depend only on this number, so tests of limits need
 * not store so many trades.
 */
export const stateCount = ({ app }: TestApp, { id }: { readonly id: string }, tradeCount: number) =>
  app.get(DataSource).getRepository(Session).update({ id }, { tradeCount });
