import { UNITS_OF_FIGURES } from '../figures/definitions/figure-definition.js';

/** Units of the figures of the statistics and of the analyses. */
export const UNITS_OF_MEASURES = [
  ...UNITS_OF_FIGURES,
  'days',
  'groups',
  'paths',
  'price',
  'prices',
  'basis points',
  'currency of the prices',
  'number',
] as const;
export type UnitOfMeasure = (typeof UNITS_OF_MEASURES)[number];

/**
 * Definition of a figure of an analysis. A test compares it with the description of its field in the OpenAPI document
 * and with the table of its analysis in docs/analysis.md.
 */
export interface MeasureDefinition {
  /** Meaning of the figure, without a full stop. */
  readonly definition: string;
  readonly formula: string;
  readonly unit: UnitOfMeasure;
  /** Condition under which the figure is null; null if it always has a value. */
  readonly undefinedWhen: string | null;
  /** Publication that the formula follows. Without one, the formula is the service's own. */
  readonly source?: string;
}

/** Definition of a figure from which the figure's field in the response is generated. Only such a definition has an example. */
export interface FieldDefinition extends MeasureDefinition {
  /** A further sentence for the description of the field, without a full stop. */
  readonly note?: string;
  readonly isWhole?: true;
  /** True if the whole part of the response that has the field is null when the figure is undefined. */
  readonly isNullWithPart?: true;
  /** Null if the OpenAPI document shows no example for the field. */
  readonly example: number | null;
}

/** Definitions of exactly the numbers that a part of a response has. */
export type DefinitionsOf<Part> = {
  readonly [Name in keyof Part as Part[Name] extends number | null ? Name : never]: FieldDefinition;
};

/** Definitions in the structure of a response, by the names of its fields. A list has the definitions of its elements. */
export interface MeasureTree {
  readonly [field: string]: MeasureDefinition | FieldDefinition | MeasureTree;
}

export const isMeasure = (node: MeasureDefinition | MeasureTree): node is MeasureDefinition =>
  typeof node['formula'] === 'string';

export const isField = (node: MeasureDefinition | MeasureTree): node is FieldDefinition =>
  isMeasure(node) && 'example' in node;
