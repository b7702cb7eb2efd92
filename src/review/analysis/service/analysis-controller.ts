import { Controller, Get, applyDecorators } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ClassConstructor } from 'class-transformer';
import type { ProblemCode } from '../../../shared/problems/problem.js';
import { AnalysisRoute } from './analysis-route.js';

/** Marks a controller whose routes are analyses of a session. */
export const AnalysisController = (): ClassDecorator =>
  applyDecorators(ApiTags('Review'), Controller('sessions/:id/analysis'));

/** Marks the handler of an analysis. `codes` lists the further errors of the route. */
export const GetAnalysis = (
  name: string,
  answer: ClassConstructor<object>,
  ...codes: readonly ProblemCode[]
): MethodDecorator => applyDecorators(Get(name), AnalysisRoute(answer, ...codes));
