import { SetMetadata } from '@nestjs/common';

export const ANY_QUERY = 'any-query';

/** Routes that ignore the query of a request; others refuse parameters that they do not declare. */
export const AnyQuery = () => SetMetadata(ANY_QUERY, true);
