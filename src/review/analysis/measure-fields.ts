import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type FieldDefinition, type MeasureTree, isField } from './measure-definition.js';

/**
 * Response fields of the figures whose definition has an example. Figures of nested parts are not included. A field can
 * be null if its figure can be undefined.
 */
type ValuesOf<Tree> = {
  readonly [Name in keyof Tree as Tree[Name] extends FieldDefinition ? Name : never]: Tree[Name] extends
    { readonly undefinedWhen: null } | { readonly isNullWithPart: true }
    ? number
    : number | null;
};

class NoFields {}

/**
 * Returns a class of response fields for figures. The definitions of the figures describe the fields. A definition
 * without an example adds no field, because the class of the response declares and describes this field itself.
 * @param Base a class whose fields the returned class also has
 */
export function measureFields<const Tree extends MeasureTree, Base extends object = NoFields>(
  definitions: Tree,
  Base: Type<Base> = NoFields as Type<Base>,
): Type<Base & ValuesOf<Tree>> {
  class MeasureFields extends (Base as Type<object>) {}
  for (const [name, definition] of Object.entries(definitions)) {
    if (!isField(definition)) continue;
    ApiProperty({
      description: descriptionOf(definition),
      ...(definition.example !== null && { example: definition.example }),
      ...(definition.isWhole ? { type: 'integer', format: 'int64' } : { type: 'number' }),
      ...(isNullable(definition) && { nullable: true }),
    })(MeasureFields.prototype, name);
  }
  return MeasureFields as Type<Base & ValuesOf<Tree>>;
}

const isNullable = ({ undefinedWhen, isNullWithPart }: FieldDefinition): boolean =>
  undefinedWhen !== null && !isNullWithPart;

const descriptionOf = (figure: FieldDefinition): string =>
  [
    figure.definition,
    ...(figure.note ? [figure.note] : []),
    ...(isNullable(figure) ? [`Null if ${figure.undefinedWhen}`] : []),
  ]
    .map((sentence) => `${sentence}.`)
    .join(' ');
