import { suggestedCalendar } from './suggested-calendar.js';

describe('the suggested calendar', () => {
  it.each(['EURUSD', 'EURJPY', 'XAUUSD', 'ES1', 'AAPL', 'BTCUSD', 'GBPNZD', 'NQ', 'P', 'PERP'])(
    'is 24/5 for %s',
    (symbol) => expect(suggestedCalendar([symbol])).toBe('24/5'),
  );

  it.each(
    'BTCUSDT ETHUSDC ETHBTC ADAETH SOLFDUSD BNBTUSD BTCEUR USDTTRY EURUSDT BTC BTCUSDTP BTCUSDTPERP UNKNOWN'.split(
      ' ',
    ),
  )('is the default for %s', (symbol) => expect(suggestedCalendar([symbol])).toBeNull());

  it('is 24/5 only if no market may be one of the venue', () => {
    expect(suggestedCalendar(['EURUSD', 'AAPL'])).toBe('24/5');
    expect(suggestedCalendar(['EURUSD', 'BTCUSDT'])).toBeNull();
  });
});
