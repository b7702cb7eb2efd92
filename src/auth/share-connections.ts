import type { Request, RequestHandler } from 'express';
import { connectingFor } from '../database/connection/connection-owner.js';

/** The connections to the database that a request takes count for the workspace of its caller. */
export const shareConnections: RequestHandler = ({ principal }: Request, _response, next) =>
  principal ? connectingFor(principal.workspaceId, next) : next();
