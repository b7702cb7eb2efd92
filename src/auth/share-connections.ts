import type { Request, RequestHandler } from 'express';
import { connectingFor } from '../database/connection/connection-owner.js';

/** Counts the database connections of a request towards the workspace of its caller. */
export const shareConnections: RequestHandler = ({ principal }: Request, _response, next) =>
  principal ? connectingFor(principal.workspaceId, next) : next();
