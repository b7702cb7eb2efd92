import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

/** An id in the path, as an argument of a controller's method, with its documentation. */
export const PathId =
  (name: string, description: string): ParameterDecorator =>
  (controller, method, index) => {
    Param(name)(controller, method, index);
    const descriptor = Object.getOwnPropertyDescriptor(controller, method!)!;
    ApiParam({ name, format: 'uuid', description })(controller, method!, descriptor);
  };
