import { SetMetadata } from '@nestjs/common';

export const ANY_QUERY = 'any-query';

/** Marks a route that ignores the query of a request. Other routes refuse parameters that they do not declare. */
export const AnyQuery = () => SetMetadata(ANY_QUERY, true);
