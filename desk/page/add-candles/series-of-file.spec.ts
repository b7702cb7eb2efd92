import { seriesOfFile } from './series-of-file.js';

describe('the symbol and the interval in the name of a candle file', () => {
  it.each([
    ['BTC_USDT-5m.json', ['BTCUSDT'], 'BTCUSDT', '5m'],
    ['BTC_USDT-5m.json', ['ETHUSDT'], 'BTCUSDT', '5m'],
    ['BTC_USDT_USDT-1h-futures.json.gz', ['BTCUSDT'], 'BTCUSDT', '1h'],
    ['BTC_USDT_USDT-1h-futures.json.gz', [], 'BTCUSDT', '1h'],
    ['FILUSDT-1m-2023-08.zip', [], 'FILUSDT', '1m'],
    ['1000PEPEUSDT-1d-2023-08-01.zip', [], '1000PEPEUSDT', '1d'],
    ['Binance_BTCUSDT_2024_minute.csv', ['BTCUSDT', 'BTC'], 'BTCUSDT', '1m'],
    ['Binance_BTCUSDT_1h.csv', ['BTCUSDT'], 'BTCUSDT', '1h'],
    ['Binance_BTCUSDT_d.csv', ['BTCUSDT'], 'BTCUSDT', '1d'],
    ['BINANCE_BTCUSDT, 60.csv', ['BTCUSDT'], 'BTCUSDT', '1h'],
    ['BINANCE_BTCUSDT, 1D_0a1b2.csv', ['BTCUSDT'], 'BTCUSDT', '1d'],
    ['EURUSD_M1_202301020000_202312.csv', ['EURUSD'], 'EURUSD', '1m'],
    ['EURUSD60.csv', ['EURUSD'], 'EURUSD', '1h'],
    ['BTCUSDT_2024-01-15.csv', ['BTCUSDT'], 'BTCUSDT', ''],
    ['EURUSDH4.csv', ['EURUSD'], 'EURUSD', '4h'],
    ['EURUSD_Candlestick_1_M_BID_01.01.2024-31.01.2024.csv', ['EURUSD'], 'EURUSD', '1m'],
    ['EURUSD_Candlestick_1_Hour_BID_01.01.2024.csv', ['EURUSD'], 'EURUSD', '1h'],
    ['EURUSD_Candlestick_15_M_BID_01.01.2024.csv', ['EURUSD'], 'EURUSD', '15m'],
  ])('of %s in a session of %j are %s and %s', (name, symbols, symbol, interval) => {
    expect(seriesOfFile(name, symbols)).toEqual({ symbol, interval });
  });

  it.each(['candles.csv', 'results ES.csv', 'data-2023-08.csv', 'notes-1M.csv', 'a-constructor.csv'])(
    'are not guessed from %s',
    (name) => {
      expect(seriesOfFile(name, ['BTCUSDT', 'RESULT'])).toEqual({ symbol: '', interval: '' });
    },
  );
});
