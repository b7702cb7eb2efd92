import { PathId } from '../fields/path-id.js';

/** The session of the path. */
export const SessionId = (): ParameterDecorator => PathId('id', 'Id of the session');
