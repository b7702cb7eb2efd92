import { Query as NestQuery, SetMetadata } from '@nestjs/common';

/** Metadata of a handler that takes the parameters of the query, and of a controller that ignores them. */
export const TAKES_QUERY = 'takes-query';

/** The query of a request, checked against its DTO. Handlers without it refuse all parameters. */
export const Query = (): ParameterDecorator => (controller, handler, index) => {
  NestQuery()(controller, handler, index);
  Reflect.defineMetadata(TAKES_QUERY, true, Reflect.get(controller, handler!) as object);
};

/** Marks a controller that ignores the query of a request. */
export const AnyQuery = () => SetMetadata(TAKES_QUERY, true);
