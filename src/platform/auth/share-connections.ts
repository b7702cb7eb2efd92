import type { Request, RequestHandler } from 'express';
import { connectingFor } from '../database/connection/connection-owner.js';

/** Middleware that counts the database connections of a request towards the share of the caller's workspace. */
export const shareConnections: RequestHandler = ({ principal }: Request, _response, next) =>
  principal ? connectingFor(principal.workspaceId, next) : next();
