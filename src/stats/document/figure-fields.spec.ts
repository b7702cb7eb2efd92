import { DECORATORS } from '@nestjs/swagger';
import { documentedFields } from '../../shared/fields/documented-fields.js';
import { EXPECTANCY_COMPONENTS } from '../../shared/figures/definitions/expectancy-components.js';
import { CALCULATED_FIGURES } from '../../shared/figures/definitions/figures.js';
import { IDEAL_R } from '../../shared/figures/definitions/ideal-r.js';
import { ExpectancyFigures, Figures } from '../../shared/figures/figures.dto.js';
import { IdealRAnalyticsDto } from '../ideal-r/ideal-r.dto.js';
import { Statistics } from './statistics.dto.js';
import { ExpectancyComponentsDto } from './statistics-parts.dto.js';

type Dto = new () => object;

const schemaOf = (type: Dto, field: string): object =>
  Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, type.prototype, field) as object;

const described = (type: Dto): string[] => documentedFields<object>(type).map(String).toSorted();

const top = Object.keys(CALCULATED_FIGURES).filter((name) => !(name in EXPECTANCY_COMPONENTS));

describe('the OpenAPI description of a figure', () => {
  it('exists for every figure', () => {
    const components = Object.keys(EXPECTANCY_COMPONENTS).toSorted();
    expect(described(Statistics)).toEqual(top.toSorted());
    expect(described(Figures)).toEqual(top.toSorted());
    expect(described(ExpectancyComponentsDto)).toEqual(components);
    expect(described(ExpectancyFigures)).toEqual(components);
    expect(described(IdealRAnalyticsDto)).toEqual(Object.keys(IDEAL_R).toSorted());
  });

  it('is generated from the definition of the figure', () => {
    expect(schemaOf(Statistics, 'profitFactor')).toMatchObject({
      description:
        'Gross profits in units of gross losses, by sign alone: the threshold does not matter. 0 when no trade has ' +
        'plGross > 0 (ratio): Σ positive plGross / |Σ negative plGross|. 0 also when no trade has plGross < 0.',
      example: 7.84,
    });
    expect(schemaOf(Figures, 'avgWin')).toMatchObject({
      description:
        'Mean plNet of the wins, above the threshold (account currency): Σ plNet of wins / winCount. Null when ' +
        'winCount is 0.',
      example: 360,
      type: 'number',
      nullable: true,
    });
    expect(schemaOf(Statistics, 'winCount')).toMatchObject({
      description: 'Wins (trades): number of trades with plNet > breakEvenThreshold.',
      example: 2,
      type: 'integer',
      format: 'int64',
    });
  });

  it('allows null if and only if the figure can be undefined', () => {
    for (const name of top) {
      const { undefinedWhen } = CALCULATED_FIGURES[name as keyof typeof CALCULATED_FIGURES];
      const nullable = undefinedWhen === null ? {} : { nullable: true };
      expect(schemaOf(Figures, name)).toMatchObject(nullable);
      if (undefinedWhen === null) expect(schemaOf(Figures, name)).not.toHaveProperty('nullable');
    }
  });
});
