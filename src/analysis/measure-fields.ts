import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type FieldDefinition, type MeasureTree, isMeasure } from './measure-definition.js';

/** The numbers that definitions describe, without those of nested parts. A figure that may be undefined may be null. */
type ValuesOf<Tree> = {
  readonly [Name in keyof Tree as Tree[Name] extends FieldDefinition ? Name : never]: Tree[Name] extends {
    readonly undefinedWhen: null;
  }
    ? number
    : number | null;
};

/** Returns a class of response fields for figures. The fields are described by the definitions of the figures. */
export function measureFields<const Tree extends MeasureTree>(definitions: Tree): Type<ValuesOf<Tree>> {
  class MeasureFields {}
  for (const [name, node] of Object.entries(definitions)) {
    if (!isMeasure(node)) continue;
    const definition = node as FieldDefinition;
    ApiProperty({
      description: descriptionOf(definition),
      example: definition.example,
      ...(definition.isWhole ? { type: 'integer', format: 'int64' } : { type: 'number' }),
      ...(definition.undefinedWhen !== null && { nullable: true }),
    })(MeasureFields.prototype, name);
  }
  return MeasureFields as Type<ValuesOf<Tree>>;
}

const descriptionOf = ({ definition, note, undefinedWhen }: FieldDefinition): string =>
  [definition, ...(note ? [note] : []), ...(undefinedWhen === null ? [] : [`Null if ${undefinedWhen}`])]
    .map((sentence) => `${sentence}.`)
    .join(' ');
