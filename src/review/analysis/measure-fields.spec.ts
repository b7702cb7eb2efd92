import { ApiProperty, DECORATORS } from '@nestjs/swagger';
import { documentedFields } from '../../shared/fields/documented-fields.js';
import { measureFields } from './measure-fields.js';

class Base {
  readonly name!: string;
}

const DEFINITIONS = {
  count: {
    definition: 'Closed trades',
    formula: 'number of trades',
    unit: 'trades',
    undefinedWhen: null,
    isWhole: true,
    example: 8,
  },
  skewness: {
    definition: 'Skewness of plNet',
    note: 'Below 0, the losses are larger',
    formula: 'G1',
    unit: 'number',
    undefinedWhen: 'there are fewer than 3 trades',
    example: 0.5,
  },
  low: {
    definition: 'Lower bound',
    formula: 'quantile',
    unit: 'number',
    undefinedWhen: 'there are no trades',
    isNullWithPart: true,
    example: null,
  },
  described: { definition: 'Upper bound', formula: 'quantile', unit: 'number', undefinedWhen: null },
  days: {
    plNet: { definition: 'Profit', formula: 'Σ plNet', unit: 'account currency', undefinedWhen: null },
  },
} as const;

const Fields = measureFields(DEFINITIONS);

const schemaOf = (field: string): unknown =>
  Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, Fields.prototype, field);

describe('fields made from definitions', () => {
  it('exist for each figure that has an example, but not for nested parts', () => {
    expect(documentedFields(Fields)).toEqual(['count', 'skewness', 'low']);
  });

  it('are described by the definition, the note and the condition for null', () => {
    expect(schemaOf('skewness')).toMatchObject({
      description:
        'Skewness of plNet. Below 0, the losses are larger. Null if there are fewer than 3 trades.',
      type: 'number',
      nullable: true,
      example: 0.5,
    });
  });

  it('are integers if the figure is a whole number, and not nullable if the figure is always defined', () => {
    expect(schemaOf('count')).toMatchObject({
      description: 'Closed trades.',
      type: 'integer',
      format: 'int64',
    });
    expect(schemaOf('count')).not.toHaveProperty('nullable');
  });

  it('are not nullable if the whole part of the response is null instead', () => {
    expect(schemaOf('low')).toMatchObject({ description: 'Lower bound.', type: 'number' });
    expect(schemaOf('low')).not.toHaveProperty('nullable');
    expect(schemaOf('low')).not.toHaveProperty('example');
  });

  it('are added to the fields of the base class', () => {
    ApiProperty({ type: 'string' })(Base.prototype, 'name');
    expect(documentedFields(measureFields(DEFINITIONS, Base)).toSorted()).toEqual([
      'count',
      'low',
      'name',
      'skewness',
    ]);
    expect(documentedFields(Base)).toEqual(['name']);
  });
});
