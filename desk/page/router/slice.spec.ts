import { WHOLE_SESSION, isSameSlice, isSliced, isStretch, sliceQuery } from './slice.js';

const SPAN = { from: 5, to: 9 };

describe('the filters of a sheet', () => {
  it('are sent as query parameters of the API, where the end of a span is exclusive', () => {
    const slice = {
      side: 'long',
      symbol: 'A',
      tag: 'news',
      weekdays: [1, 2],
      hours: [8],
      span: SPAN,
    } as const;
    expect(sliceQuery(slice)).toEqual({
      side: 'long',
      symbol: 'A',
      tag: 'news',
      weekday: '1,2',
      hour: '8',
      from: 5,
      to: 10,
    });
    expect(sliceQuery(WHOLE_SESSION)).toEqual({});
  });

  it('define a slice, which is a stretch of the session if the only filter is a span', () => {
    expect([isSliced(WHOLE_SESSION), isStretch(WHOLE_SESSION)]).toEqual([false, false]);
    const stretch = { ...WHOLE_SESSION, span: SPAN };
    expect([isSliced(stretch), isStretch(stretch)]).toEqual([true, true]);
    const ofSide = { ...stretch, side: 'short' } as const;
    expect([isSliced(ofSide), isStretch(ofSide)]).toEqual([true, false]);
  });

  it('are equal if each filter is equal', () => {
    expect(isSameSlice({ ...WHOLE_SESSION, span: SPAN }, { ...WHOLE_SESSION, span: { ...SPAN } })).toBe(true);
    expect(isSameSlice(WHOLE_SESSION, { ...WHOLE_SESSION, hours: [1] })).toBe(false);
  });
});
