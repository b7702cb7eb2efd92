import { PathId } from '../fields/path-id.js';

/** The project in the path. */
export const ProjectId = (): ParameterDecorator => PathId('id', 'Id of the project');
