/** The columns of a list of trades that are read. */
export const TRADINGVIEW_COLUMNS = ['number', 'type', 'time', 'signal', 'price', 'qty', 'profit'] as const;
export type TradingViewColumn = (typeof TRADINGVIEW_COLUMNS)[number];

interface Language {
  /** Names of each column in the versions of TradingView, without a currency. */
  readonly columns: Readonly<Record<TradingViewColumn, readonly string[]>>;
  /** Parts of the type of a row. A type has one of `entry` and `exit`, and one of `long` and `short`. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly long: readonly string[];
  readonly short: readonly string[];
  /** Signals of an open trade in place of an exit. */
  readonly open: readonly string[];
}

/** Returns the names of a quantity: `contracts`, and each size with a unit, as in `Size (qty)`. */
const quantities = (contracts: readonly string[], sizes: readonly string[], units: readonly string[]) => [
  ...contracts,
  ...sizes.flatMap((size) => units.map((unit) => `${size} (${unit})`)),
];

/**
 * The words of the "List of trades" in the languages of TradingView. Lists mix languages, because not every word is
 * translated in every version, so the words of all languages are read in any list. English words come first.
 */
export const TRADINGVIEW_LANGUAGES = {
  English: {
    columns: {
      number: ['Trade #', 'Trade number'],
      type: ['Type'],
      time: ['Date and time', 'Date/Time'],
      signal: ['Signal'],
      price: ['Price'],
      qty: ['Size (qty)', 'Position size (qty)', 'Contracts', 'Quantity', 'Qty'],
      profit: ['Net P&L', 'Net profit', 'Net PnL', 'P&L', 'Profit', 'PnL'],
    },
    entry: ['entry'],
    exit: ['exit'],
    long: ['long'],
    short: ['short'],
    open: ['open'],
  },
  Chinese: {
    columns: {
      number: ['交易 #', '交易编号', '交易編號'],
      type: ['类型', '類型'],
      time: ['日期和时间', '日期/时间', '日期與時間', '日期和時間', '日期/時間', '时间', '時間'],
      signal: ['信号', '訊號', '信號'],
      price: ['价格', '價格'],
      qty: quantities(
        ['合约', '合約', '数量', '數量'],
        ['头寸规模', '头寸大小', '仓位大小'],
        ['数量', '數量'],
      ),
      profit: ['净损益', '净盈亏', '净利润', '利润', '淨損益', '淨利潤'],
    },
    entry: ['进场', '入场', '進場', '入場'],
    exit: ['出场', '离场', '出場', '離場'],
    long: ['多头', '多頭', '做多', '多单', '多單'],
    short: ['空头', '空頭', '做空', '空单', '空單'],
    open: ['未平仓', '未平倉', '持仓', '持倉', '持仓中'],
  },
  Russian: {
    columns: {
      number: ['№ сделки', 'Сделка №'],
      type: ['Тип'],
      time: ['Дата и время', 'Дата/Время'],
      signal: ['Сигнал'],
      price: ['Цена'],
      qty: quantities(
        ['Контракты', 'Количество', 'Кол-во'],
        ['Размер позиции', 'Размер'],
        ['кол-во', 'количество'],
      ),
      profit: [
        'Чистая прибыль / убыток',
        'Чистая прибыль/убыток',
        'Чистая прибыль и убыток',
        'Чистая прибыль',
        'Прибыль',
      ],
    },
    entry: ['вход'],
    exit: ['выход'],
    long: ['длинн', 'лонг'],
    short: ['коротк', 'шорт'],
    open: ['открыта', 'открыто', 'открытая', 'открытая позиция'],
  },
  Spanish: {
    columns: {
      number: ['Operación #', 'Operación n.º'],
      type: ['Tipo'],
      time: ['Fecha y hora', 'Fecha/Hora'],
      signal: ['Señal'],
      price: ['Precio'],
      qty: quantities(
        ['Contratos', 'Cantidad'],
        ['Tamaño', 'Tamaño de la posición', 'Tamaño de posición'],
        ['cant.', 'cantidad'],
      ),
      profit: ['PyG netas', 'PyG neto', 'P&G netas', 'P&G neto', 'Beneficio', 'Ganancia'],
    },
    entry: ['entrada'],
    exit: ['salida'],
    long: ['larga', 'largo'],
    short: ['corta', 'corto'],
    open: ['abierta', 'abierto'],
  },
  Portuguese: {
    columns: {
      number: ['Nº do trade', 'Trade nº', 'Negociação #'],
      type: ['Tipo'],
      time: ['Data e hora', 'Data/Hora'],
      signal: ['Sinal'],
      price: ['Preço'],
      qty: quantities(
        ['Contratos', 'Quantidade', 'Qtd'],
        ['Tamanho', 'Tamanho da posição'],
        ['qtd', 'qtd.', 'quantidade'],
      ),
      profit: ['P&L líquido', 'L&P líquido', 'Lucro líquido', 'Lucro'],
    },
    entry: ['entrada', 'entrar'],
    exit: ['saída', 'sair'],
    long: ['comprad', 'compra', 'longa'],
    short: ['vendid', 'venda', 'curta'],
    open: ['aberta', 'aberto', 'em aberto'],
  },
  German: {
    columns: {
      number: ['Trade-Nr.', 'Trade-Nr', 'Trade Nr.', 'Trade Nr'],
      type: ['Typ'],
      time: ['Datum und Uhrzeit', 'Datum und Zeit', 'Datum/Uhrzeit'],
      signal: ['Signal'],
      price: ['Preis', 'Kurs'],
      qty: quantities(
        ['Kontrakte', 'Menge', 'Anzahl'],
        ['Größe', 'Positionsgröße'],
        ['Menge', 'Anzahl', 'Stück'],
      ),
      profit: ['G&V netto', 'Netto-G&V', 'Netto G&V', 'Nettogewinn', 'Gewinn'],
    },
    entry: ['einstieg'],
    exit: ['ausstieg'],
    long: ['long'],
    short: ['short'],
    open: ['offen'],
  },
  French: {
    columns: {
      number: ['Numéro de trade', 'N° de trade', 'Trade n°'],
      type: ['Type'],
      time: ['Date et heure', 'Date/Heure'],
      signal: ['Signal'],
      price: ['Prix'],
      qty: quantities(
        ['Contrats', 'Quantité', 'Qté'],
        ['Taille', 'Taille de la position', 'Taille de position'],
        ['qté', 'qté.', 'quantité'],
      ),
      profit: ['P&L net', 'P&P net', 'Profit net', 'Bénéfice net', 'Bénéfice'],
    },
    entry: ['entrer', 'entrée'],
    exit: ['sortir', 'sortie'],
    long: ['long'],
    short: ['short', 'court'],
    open: ['ouvert', 'ouverte'],
  },
  Italian: {
    columns: {
      number: ['Trade n.', 'Numero del trade'],
      type: ['Tipo'],
      time: ['Data e ora', 'Data/Ora'],
      signal: ['Segnale'],
      price: ['Prezzo'],
      qty: quantities(
        ['Contratti', 'Quantità'],
        ['Dimensione', 'Dimensione posizione', 'Dimensione della posizione'],
        ['quantità', 'qtà'],
      ),
      profit: ['P&L netto', 'Profitto netto', 'Profitto'],
    },
    entry: ['entrata', 'ingresso'],
    exit: ['uscita'],
    long: ['long', 'lunga'],
    short: ['short'],
    open: ['aperta', 'aperto'],
  },
  Japanese: {
    columns: {
      number: ['トレード番号', 'トレード #', '取引 #', '取引番号'],
      type: ['タイプ', '種類'],
      time: ['日時', '日付/時間', '日付と時間'],
      signal: ['シグナル'],
      price: ['価格'],
      qty: quantities(['契約数', '契約', '数量'], ['サイズ', 'ポジションサイズ'], ['数量']),
      profit: ['純損益', '純利益', '損益', '利益'],
    },
    entry: ['エントリー', '新規'],
    exit: ['決済', 'エグジット', 'イグジット'],
    long: ['ロング', '買い'],
    short: ['ショート', '売り'],
    open: ['オープン', '未決済', '保有中'],
  },
  Turkish: {
    columns: {
      number: ['İşlem #', 'İşlem no'],
      type: ['Tür', 'Tip'],
      time: ['Tarih ve saat', 'Tarih/Saat'],
      signal: ['Sinyal'],
      price: ['Fiyat'],
      qty: quantities(
        ['Kontrat', 'Kontratlar', 'Sözleşmeler', 'Miktar', 'Adet'],
        ['Boyut', 'Büyüklük', 'Pozisyon büyüklüğü', 'Pozisyon boyutu'],
        ['miktar', 'adet'],
      ),
      profit: ['Net K/Z', 'Net kâr/zarar', 'Net kar/zarar', 'Net kâr', 'Net kar', 'Kâr', 'Kar'],
    },
    entry: ['giriş', 'girişi'],
    exit: ['çıkış'],
    long: ['uzun', 'alış', 'long'],
    short: ['kısa', 'satış', 'short'],
    open: ['açık'],
  },
  Korean: {
    columns: {
      number: ['거래 #', '거래#', '거래 번호'],
      type: ['타입', '유형'],
      time: ['날짜 및 시간', '날짜와 시간', '날짜/시간'],
      signal: ['신호', '시그널'],
      price: ['가격'],
      qty: quantities(
        ['계약', '계약수', '수량', '개수'],
        ['사이즈', '포지션 사이즈', '포지션 크기', '크기'],
        ['수량', '개수'],
      ),
      profit: ['순손익', '순이익', '손익', '수익'],
    },
    entry: ['진입', '엔트리'],
    exit: ['청산', '엑시트'],
    long: ['매수', '롱'],
    short: ['매도', '숏'],
    open: ['미청산', '오픈', '열림', '보유중'],
  },
} as const satisfies Readonly<Record<string, Language>>;
