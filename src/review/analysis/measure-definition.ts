import { UNITS_OF_FIGURES } from '../../shared/figures/definitions/figure-definition.js';

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
 * Definition of a figure of an analysis. A test compares the definition with the description of the figure's field in
 * the OpenAPI document, and with the table of the analysis in docs/analysis.md.
 */
export interface MeasureDefinition {
  /** Meaning of the figure, without a full stop. */
  readonly definition: string;
  readonly formula: string;
  readonly unit: UnitOfMeasure;
  /** Condition under which the figure is null; null if the figure always has a value. */
  readonly undefinedWhen: string | null;
  /** Publication that defines the formula. If there is no publication, the service itself defines the formula. */
  readonly source?: string;
}

/**
 * Definition from which the field of a figure in the response is generated. Only a definition of this kind has an
 * example.
 */
export interface FieldDefinition extends MeasureDefinition {
  /** A further sentence for the description of the field, without a full stop. */
  readonly note?: string;
  readonly isWhole?: true;
  /**
   * True if the figure itself is never null. When the figure is undefined, the part of the response that contains it is
   * null.
   */
  readonly isNullWithPart?: true;
  /** Null if the OpenAPI document shows no example for the field. */
  readonly example: number | null;
}

/** Definitions of all numbers of a part of a response, and of nothing else. */
export type DefinitionsOf<Part> = {
  readonly [Name in keyof Part as Part[Name] extends number | null ? Name : never]: FieldDefinition;
};

/**
 * Definitions with the structure and the field names of a response. For a list, the definitions describe one element.
 */
export interface MeasureTree {
  readonly [field: string]: MeasureDefinition | FieldDefinition | MeasureTree;
}

export const isMeasure = (node: MeasureDefinition | MeasureTree): node is MeasureDefinition =>
  typeof node['formula'] === 'string';

export const isField = (node: MeasureDefinition | MeasureTree): node is FieldDefinition =>
  isMeasure(node) && 'example' in node;
