import { renderToString } from 'preact-render-to-string';
import type { Findings } from '../findings-by-trade.js';
import { FindingMarks } from './finding-marks.js';
import { scaleLinear } from './scale.js';

const finding = (part: object) =>
  ({
    kind: 'stop-touched',
    fill: 'exit',
    certainty: 'certain',
    time: 50,
    price: 5,
    ...part,
  }) as Findings[number];

const drawn = (findings: Findings) =>
  renderToString(
    <FindingMarks
      findings={findings}
      xOf={scaleLinear([0, 100], [0, 200])}
      yOf={scaleLinear([0, 10], [100, 0])}
    />,
  );

describe('the marks of findings', () => {
  it('are rings at the time and the price of the finding, with a sentence that describes it', () => {
    const markup = drawn([finding({})]);
    expect(markup).toContain('class="doubt" cx="100" cy="50"');
    expect(markup).toContain('The price had reached the stop at 5 before the exit.');
  });

  it('are dashed if the candles do not prove the finding', () => {
    expect(drawn([finding({ certainty: 'possible' })])).toContain('class="doubt dashed"');
  });

  it.each([{ time: 101 }, { time: -1 }, { price: 11 }, { price: -1 }])(
    'are left out if they would be outside the chart: %j',
    (place) => {
      expect(drawn([finding(place)])).not.toContain('<circle');
    },
  );
});
