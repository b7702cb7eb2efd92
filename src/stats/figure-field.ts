import { ApiProperty } from '@nestjs/swagger';
import { type FigureDefinition, plainFormula } from './definitions/figure-definition.js';
import { FIGURES } from './definitions/figures.js';

/** A figure of the contract, described by its definition; 0 when it is undefined. */
export const Figure = () => figureField('0 also', {});

/** A figure that is null when it is undefined. */
export const NullableFigure = () => figureField('Null', { type: 'number', nullable: true } as const);

function figureField(whenUndefined: string, schema: object): PropertyDecorator {
  return (target, name) => {
    const figure: FigureDefinition = FIGURES[name as keyof typeof FIGURES];
    ApiProperty({ description: descriptionOf(figure, whenUndefined), example: figure.example, ...schema })(
      target,
      name,
    );
  };
}

function descriptionOf({ definition, unit, formula, undefinedWhen }: FigureDefinition, when: string): string {
  const always = `${definition} (${unit}): ${plainFormula(formula)}.`;
  return undefinedWhen === null ? always : `${always} ${when} when ${undefinedWhen}.`;
}
