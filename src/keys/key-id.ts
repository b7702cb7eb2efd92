import { PathId } from '../fields/path-id.js';

/** The key in the path. */
export const KeyId = (): ParameterDecorator => PathId('id', 'Id of the key');
