import { PathId } from '../../shared/fields/path-id.js';

/** Injects the key id of the path. */
export const KeyId = (): ParameterDecorator => PathId('id', 'Id of the key');
