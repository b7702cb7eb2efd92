import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

/** Decorates an argument of a controller's method as an id in the path, and documents the id. */
export const PathId =
  (name: string, description: string): ParameterDecorator =>
  (controller, method, index) => {
    Param(name)(controller, method, index);
    const descriptor = Object.getOwnPropertyDescriptor(controller, method!)!;
    ApiParam({ name, format: 'uuid', description })(controller, method!, descriptor);
  };
