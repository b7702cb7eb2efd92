import { PathId } from '../shared/fields/path-id.js';

/** Injects the session id of the path. */
export const SessionId = (): ParameterDecorator => PathId('id', 'Id of the session');
