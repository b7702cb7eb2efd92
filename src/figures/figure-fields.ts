import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type FigureDefinition, plainFormula } from './definitions/figure-definition.js';

type Definitions = Readonly<Record<string, FigureDefinition>>;

/** The figures as in the contract: 0 if undefined. */
export type FigureValues<Of extends Definitions> = { readonly [Name in keyof Of]: number };

/** The figures, null if undefined. */
export type NullableFigureValues<Of extends Definitions> = {
  readonly [Name in keyof Of]: Of[Name]['undefinedWhen'] extends null ? number : number | null;
};

/** Returns a class of response fields for these figures, described by their definitions. */
export const figureFields = <Of extends Definitions>(figures: Of): Type<FigureValues<Of>> =>
  withFields<FigureValues<Of>>(figures, '0 also', {});

/** Like `figureFields`, with null for undefined figures. */
export const nullableFigureFields = <Of extends Definitions>(figures: Of): Type<NullableFigureValues<Of>> =>
  withFields<NullableFigureValues<Of>>(figures, 'Null', { nullable: true });

function withFields<Fields>(
  figures: Definitions,
  whenUndefined: string,
  undefinedSchema: { readonly nullable?: true },
): Type<Fields> {
  class FigureFields {}
  for (const [name, figure] of Object.entries(figures)) {
    const { example, isWhole, undefinedWhen } = figure;
    ApiProperty({
      description: descriptionOf(figure, whenUndefined),
      example,
      ...(isWhole ? { type: 'integer', format: 'int64' } : { type: 'number' }),
      ...(undefinedWhen !== null && undefinedSchema),
    })(FigureFields.prototype, name);
  }
  return FigureFields as Type<Fields>;
}

function descriptionOf({ definition, unit, formula, undefinedWhen }: FigureDefinition, when: string): string {
  const always = `${definition} (${unit}): ${plainFormula(formula)}.`;
  return undefinedWhen === null ? always : `${always} ${when} when ${undefinedWhen}.`;
}
