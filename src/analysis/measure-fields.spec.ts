import { DECORATORS } from '@nestjs/swagger';
import { documentedFields } from '../fields/documented-fields.js';
import { measureFields } from './measure-fields.js';

const Fields = measureFields({
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
  days: {
    plNet: { definition: 'Profit', formula: 'Σ plNet', unit: 'account currency', undefinedWhen: null },
  },
});

const schemaOf = (field: string): unknown =>
  Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, Fields.prototype, field);

describe('fields made from definitions', () => {
  it('are those of the figures, without nested parts', () => {
    expect(documentedFields(Fields)).toEqual(['count', 'skewness']);
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

  it('are integers if the figure is whole, and not null if it is always defined', () => {
    expect(schemaOf('count')).toMatchObject({
      description: 'Closed trades.',
      type: 'integer',
      format: 'int64',
    });
    expect(schemaOf('count')).not.toHaveProperty('nullable');
  });
});
