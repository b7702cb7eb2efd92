import { DataSource } from 'typeorm';
import { Session } from '../../src/sessions/session.entity.js';
import type { TestApp } from './app.js';

/** Makes a session's summary state so many trades: limits are of it, and what is stored need not be so much. */
export const stateCount = ({ app }: TestApp, { id }: { readonly id: string }, tradeCount: number) =>
  app.get(DataSource).getRepository(Session).update({ id }, { tradeCount });
