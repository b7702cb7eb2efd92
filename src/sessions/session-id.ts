import { PathId } from '../fields/path-id.js';

/** The session in the path. */
export const SessionId = (): ParameterDecorator => PathId('id', 'Id of the session');
