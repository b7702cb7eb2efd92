import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader, ApiNotModifiedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { ClassConstructor } from 'class-transformer';
import type { Request } from 'express';
import { principalIn } from '../../auth/principal.js';
import { ApiProblems } from '../../problems/api-problems.js';
import type { ProblemCode } from '../../problems/problem.js';
import type { AnalysisRequest } from './analysis.service.js';

/** Documents a route that returns an analysis with an entity tag, and its further errors. */
export const AnalysisOf = (
  answer: ClassConstructor<object>,
  ...codes: readonly ProblemCode[]
): MethodDecorator =>
  applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of an earlier response' }),
    ApiOkResponse({
      type: answer,
      headers: {
        ETag: { description: 'Identifies this version of the analysis', schema: { type: 'string' } },
      },
    }),
    ApiNotModifiedResponse({ description: 'The analysis has not changed since the response with this ETag' }),
    ApiProblems('TOO_MANY_TRADES', 'SESSION_NOT_FOUND', ...codes, 'BUSY'),
  );

export type Asker = Pick<AnalysisRequest<object>, 'workspaceId' | 'ifNoneMatch'>;

/** The workspace of the caller and the tags that it sent, as an argument of a method with `AnalysisOf`. */
export const AskedBy = createParamDecorator((_: unknown, context: ExecutionContext): Asker => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return { workspaceId: principalIn(context).workspaceId, ifNoneMatch: headers['if-none-match'] };
});
