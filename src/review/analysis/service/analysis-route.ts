import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiNotModifiedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { ClassConstructor } from 'class-transformer';
import { ApiProblems } from '../../../shared/problems/api-problems.js';
import type { ProblemCode } from '../../../shared/problems/problem.js';

/** Documents a route whose response is an analysis with an ETag. `codes` lists the further errors of the route. */
export const AnalysisRoute = (
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
