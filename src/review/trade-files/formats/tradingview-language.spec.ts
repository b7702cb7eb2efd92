import { lines, readTrades, refusal } from '../../../../test/support/trade-files.js';
import { SWITCH_TO_ENGLISH, kindAndSide } from './tradingview-language.js';
import { TRADINGVIEW_LANGUAGES } from './tradingview-words.js';

const OPTIONS = { symbol: 'BTCUSDT', timezone: 'UTC' };

/**
 * A header, and the types of a long entry, a long exit, a short entry and a short exit. All words of Portuguese and
 * Turkish, some sizes and shorts, and the words for open trades are translations that no real export has confirmed.
 */
const LISTS = [
  [
    'Chinese',
    '交易 #,类型,日期和时间,信号,价格 USDT,头寸规模（数量）,头寸规模（价值）,净损益 USDT,净损益 %',
    ['多头进场', '多头出场', '空头进场', '空头出场'],
    '未平仓',
  ],
  [
    'Russian',
    '№ Сделки,Тип,Дата и время,Сигнал,Цена USDT,Размер позиции (кол-во),Размер позиции (цена),Чистая прибыль / убыток USDT,Чистая прибыль / убыток %',
    [
      'Вход в длинную позицию',
      'Выход из длинной позиции',
      'Вход в короткую позицию',
      'Выход из короткой позиции',
    ],
    'Открыта',
  ],
  [
    'Spanish',
    'Trade number,Tipo,Fecha y hora,Señal,Precio USDT,Tamaño (cant.),Tamaño de la posición (valor),PyG netas USDT,PyG netas %',
    ['Entrada en largo', 'Salida en largo', 'Entrada en corto', 'Salida en corto'],
    'Abierta',
  ],
  [
    'Portuguese',
    'Trade #,Tipo,Data e hora,Sinal,Preço USDT,Tamanho (qtd),Tamanho (valor),P&L líquido USDT,P&L líquido %',
    ['Entrada comprada', 'Saída comprada', 'Entrada vendida', 'Saída vendida'],
    'Aberto',
  ],
  [
    'German',
    'Trade #,Typ,Datum und Uhrzeit,Signal,Preis USDT,Größe (Menge),Größe (Wert),G&V netto USDT,G&V netto %',
    ['Long-Einstieg', 'Long-Ausstieg', 'Short-Einstieg', 'Short-Ausstieg'],
    'Offen',
  ],
  [
    'French',
    'Numéro de trade,Type,Date et heure,Signal,Prix USDT,Taille (qté),Taille (valeur),P&L net USDT,P&L net %',
    ['Entrer long', 'Sortir du long', 'Entrer short', 'Sortir du short'],
    'Ouvert',
  ],
  [
    'Italian',
    'Trade #,Tipo,Data/Ora,Segnale,Prezzo USDT,Dimensione posizione (quantità),Dimensione posizione (valore),P&L Netto USDT,P&L Netto %',
    ['Entrata long', 'Uscita long', 'Entrata short', 'Uscita short'],
    'Aperto',
  ],
  [
    'Japanese',
    'トレード番号,タイプ,日時,シグナル,価格 USDT,サイズ (数量),サイズ (金額),純損益 USDT,純損益 %',
    ['ロングエントリー', 'ロング決済', 'ショートエントリー', 'ショート決済'],
    'オープン',
  ],
  [
    'Turkish',
    'İşlem #,Tür,Tarih ve saat,Sinyal,Fiyat USDT,Pozisyon büyüklüğü (miktar),Pozisyon büyüklüğü (değer),Net K/Z USDT,Net K/Z %',
    ['Uzun giriş', 'Uzun çıkış', 'Kısa giriş', 'Kısa çıkış'],
    'Açık',
  ],
  [
    'Korean',
    '거래 #,타입,날짜 및 시간,신호,가격 USDT,사이즈 (수량),사이즈 (값),순손익 USDT,순손익 %',
    ['매수 진입', '매수 청산', '매도 진입', '매도 청산'],
    '오픈',
  ],
] as const;

describe('a list of TradingView', () => {
  it.each(LISTS)('is read in %s', async (_, header, [longIn, longOut, shortIn, shortOut], open) => {
    const text = lines(
      header,
      `1,${longOut},2025-03-02 08:00,TP,110,1,110,10,10`,
      `1,${longIn},2025-03-01 08:00,Breakout,100,1,100,10,10`,
      `2,${shortOut},2025-03-04 08:00,TP,100,1,100,10,10`,
      `2,${shortIn},2025-03-03 08:00,Breakout,110,1,110,10,10`,
      `3,${longOut},2025-03-06 08:00,${open},105,1,105,5,5`,
      `3,${longIn},2025-03-05 08:00,Breakout,100,1,100,5,5`,
    );
    const { source, trades, skipped } = await readTrades(text, OPTIONS);
    expect(source).toBe('tradingview');
    expect(trades).toMatchObject([
      { side: 'long', qty: 1, entryPrice: 100, exitPrice: 110, feesPaid: 0 },
      { side: 'short', qty: 1, entryPrice: 110, exitPrice: 100, feesPaid: 0 },
    ]);
    expect(trades[0]).toMatchObject({
      entryTime: Date.UTC(2025, 2, 1, 8),
      exitTime: Date.UTC(2025, 2, 2, 8),
    });
    expect(trades[0]!.tags).toEqual(['enter:Breakout', 'exit:TP']);
    expect(skipped).toEqual([
      { row: 6, reason: "the trade is open, worth 5 USDT; the tool's total includes it" },
    ]);
  });

  it('has words in all its languages, each with one meaning', () => {
    expect(Object.keys(TRADINGVIEW_LANGUAGES)).toEqual(['English', ...LISTS.map(([language]) => language)]);
    for (const { entry, exit, long, short } of Object.values(TRADINGVIEW_LANGUAGES)) {
      for (const [kind, kinds] of [
        ['entry', entry],
        ['exit', exit],
      ] as const) {
        for (const [side, sides] of [
          ['long', long],
          ['short', short],
        ] as const) {
          for (const word of kinds)
            for (const other of sides) {
              expect([word, other, kindAndSide(`${word} ${other}`)]).toEqual([word, other, { kind, side }]);
            }
        }
      }
    }
  });

  it.each(['', 'Entry', 'long', 'Exit long, entry short', 'Entry long short'])(
    'has no rows of the type %j',
    (type) => {
      expect(kindAndSide(type)).toBeUndefined();
    },
  );

  it('in another language is refused with the way to English', async () => {
    const text = lines(
      'Nr transakcji,Typ,Data i czas,Sygnał,Cena USDT,Ilość,Zysk netto USDT',
      '1,2,3,4,5,6,7',
    );
    const message = await refusal(text, OPTIONS);
    expect(message).toMatch(
      /^TradeFileError: file has no header that is known; it begins with "Nr transakcji,Typ,/,
    );
    expect(message.endsWith(`; ${SWITCH_TO_ENGLISH}`)).toBe(true);
  });
});
