import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

/** The project of the path, as an argument of a controller's method, with its documentation. */
export const ProjectId = (): ParameterDecorator => (controller, method, index) => {
  Param('id')(controller, method, index);
  const descriptor = Object.getOwnPropertyDescriptor(controller, method!)!;
  ApiParam({ name: 'id', format: 'uuid', description: 'Id of the project' })(controller, method!, descriptor);
};
