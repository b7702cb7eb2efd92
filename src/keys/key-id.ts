import { PathId } from '../fields/path-id.js';

/** The key of the path. */
export const KeyId = (): ParameterDecorator => PathId('id', 'Id of the key');
