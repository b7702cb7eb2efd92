import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiNotModifiedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { ClassConstructor } from 'class-transformer';
import { ApiProblems } from '../../../shared/problems/api-problems.js';

/** Documents a route whose response is about a study and has an ETag. */
export const StudyRoute = (answer: ClassConstructor<object>): MethodDecorator =>
  applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of an earlier response' }),
    ApiOkResponse({
      type: answer,
      headers: {
        ETag: { description: 'Identifies this version of the response', schema: { type: 'string' } },
      },
    }),
    ApiNotModifiedResponse({ description: 'The response has not changed since the response with this ETag' }),
    ApiProblems('PROJECT_NOT_FOUND', 'BUSY'),
  );
