import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiNotModifiedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { ClassConstructor } from 'class-transformer';
import { ApiProblems } from '../common/api-problems.js';
import type { ProblemCode } from '../common/problem.js';

/** Documents a route that answers an analysis with an entity tag, and its further errors. */
export const AnalysisOf = (
  answer: ClassConstructor<object>,
  ...codes: readonly ProblemCode[]
): MethodDecorator =>
  applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of an earlier answer' }),
    ApiOkResponse({
      type: answer,
      headers: { ETag: { description: 'Identifies this state of the answer', schema: { type: 'string' } } },
    }),
    ApiNotModifiedResponse({ description: 'The answer has not changed since the one with this ETag' }),
    ApiProblems('SESSION_NOT_FOUND', ...codes, 'BUSY'),
  );
