import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type FigureDefinition, plainFormula } from './definitions/figure-definition.js';

type Definitions = Readonly<Record<string, FigureDefinition>>;

/** Values of figures as `stats` has them: an undefined figure is 0. */
export type FigureValues<Of extends Definitions> = { readonly [Name in keyof Of]: number };

/** Values of figures, where an undefined figure is null. */
export type NullableFigureValues<Of extends Definitions> = {
  readonly [Name in keyof Of]: Of[Name]['undefinedWhen'] extends null ? number : number | null;
};

/**
 * Returns a class that has a response field for each of these figures. The descriptions of the fields come from the
 * definitions of the figures.
 */
export const figureFields = <Of extends Definitions>(figures: Of): Type<FigureValues<Of>> =>
  withFields<FigureValues<Of>>(figures, '0 also', {});

/** Returns a class like `figureFields`, except that the field of a figure that may be undefined can be null. */
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
