import { PathId } from '../shared/fields/path-id.js';

/** Injects the project id of the path. */
export const ProjectId = (): ParameterDecorator => PathId('id', 'Id of the project');
