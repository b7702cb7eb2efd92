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
 * Definition of a figure of an analysis. A test compares the definition with the description of the figure's field in
 * the OpenAPI document and with the table of the analysis in docs/analysis.md.
 */
export interface MeasureDefinition {
  /** Meaning of the figure, without a full stop. */
  readonly definition: string;
  readonly formula: string;
  readonly unit: UnitOfMeasure;
  /** Condition under which the figure is null; null if the figure always has a value. */
  readonly undefinedWhen: string | null;
  /** Publication that the formula follows. If there is no publication, the service itself defines the formula. */
  readonly source?: string;
}

/**
 * Definition of a figure from which the field of the response is generated. Only this kind of definition has an
 * example.
 */
export interface FieldDefinition extends MeasureDefinition {
  /** A further sentence for the description of the field, without a full stop. */
  readonly note?: string;
  readonly isWhole?: true;
  /**
   * True if the figure is never null by itself: when it is undefined, the whole part of the response that has the field
   * is null.
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
 * Definitions, nested like a response, under the names of its fields. For a list, the definitions describe an element.
 */
export interface MeasureTree {
  readonly [field: string]: MeasureDefinition | FieldDefinition | MeasureTree;
}

export const isMeasure = (node: MeasureDefinition | MeasureTree): node is MeasureDefinition =>
  typeof node['formula'] === 'string';

export const isField = (node: MeasureDefinition | MeasureTree): node is FieldDefinition =>
  isMeasure(node) && 'example' in node;
