import { type Schema, document, problemsOf, schemaNamed } from './support/openapi-document.js';

/** Fields of the requests: `!` is required, `0` may be null. */
const INPUTS: [schema: string, fields: string][] = [
  ['CreateProjectDto', 'name! symbol! timeframe!'],
  [
    'CreateSessionDto',
    `projectId! name! initialBalance! mode source accountCurrency strategy description layoutTemplate assets feesConfig
     rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles accountTimezone
     startedAt tags`,
  ],
  ['AssetInput', 'symbol feed timeframe calendarCode executionCostConfig contractPolicy'],
  ['ExecutionCostInput', 'spread slippage fees'],
  ['FeesConfigInput', 'entryFee exitFee type'],
  ['ContractPolicyInput', 'kind'],
  ['IngestTradesDto', 'trades!'],
  [
    'TradeInput',
    `clientId! side! qty! entryPrice! entryTime! exitPrice! exitTime! symbol feed stopLoss0 takeProfit0 note
     feesPaid spreadPaid slippagePaid tags`,
  ],
  ['UpdateProjectDto', 'name symbol timeframe'],
  [
    'UpdateSessionDto',
    `name strategy description layoutTemplate rangeStart0 rangeEnd0 blindMode smoothCandles accountTimezone tags`,
  ],
  [
    'EditTradeDto',
    `side qty entryPrice entryTime exitPrice exitTime stopLoss0 takeProfit0 note feesPaid0 spreadPaid0 slippagePaid0
     tags`,
  ],
  ['PreviewTradesDto', 'trades!'],
  ['CreateKeyDto', 'name! scopes expiresAt0'],
  ['RotateKeyDto', 'overlapMs'],
  ['NoFields', ''],
  ['StateInput', 'state!'],
  [
    'CopySessionDto',
    `projectId name initialBalance mode source accountCurrency strategy description layoutTemplate assets feesConfig
     rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles accountTimezone
     startedAt tags withTrades costs`,
  ],
];

/** Fields of the responses, which are always present; `0` may be null. */
const ANSWERS: [schema: string, fields: string][] = [
  ['ProjectDto', 'id name symbol timeframe createdAt updatedAt'],
  ['ProjectAnswer', 'project'],
  ['ProjectsAnswer', 'projects'],
  ['QuotasDto', 'sessions0 trades0 requestsPerMinute0 statistics0'],
  ['UsageDto', 'sessions trades requestsPerMinute0 statistics'],
  ['UsageAnswer', 'quotas usage'],
  ['MeAnswer', 'workspace key0 subject0 scopes'],
  [
    'SessionDto',
    `id projectId name mode status source initialBalance accountCurrency strategy description layoutTemplate assets
     feesConfig rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles
     accountTimezone startedAt endedAt0 createdAt updatedAt`,
  ],
  ['ProjectRecord', 'id name symbol timeframe createdAt updatedAt sessionCount lastChangeAt'],
  ['ProjectRecordsAnswer', 'projects nextCursor0'],
  ['ProjectTagDto', 'tag sessions'],
  ['ProjectTagsAnswer', 'tags'],
  ['SessionAnswer', 'session'],
  ['CopyAnswer', 'session'],
  ['RunImportAnswer', 'sessions'],
  ['ImportedSession', 'inserted stored skipped skippedCount tradeCount check0 session created desk0'],
  ['RunPreviewAnswer', 'sessions'],
  ['PreviewedSession', 'skipped skippedCount tradeCount check0 session created sessionId0 figures'],
  [
    'PlannedSession',
    `name mode source initialBalance accountCurrency strategy feesConfig rangeStart0 rangeEnd0 accountTimezone tags
     assets`,
  ],
  ['PlannedAsset', 'symbol feed timeframe calendarCode executionCostConfig contractPolicy'],
  [
    'SessionRecord',
    `id projectId name mode status source initialBalance accountCurrency strategy description layoutTemplate assets
     feesConfig rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles
     accountTimezone startedAt endedAt0 createdAt updatedAt tags summary`,
  ],
  [
    'SummaryDto',
    `tradeCount winCount lossCount breakEvenCount plGross feesPaid plNet plNetPct firstEntryTime0 lastExitTime0`,
  ],
  ['SessionRecordAnswer', 'session'],
  ['SessionRecordAndProjectAnswer', 'session project'],
  ['SessionRecordsAnswer', 'sessions nextCursor0'],
  ['SessionEventDto', 'revision labelRevision status summary updatedAt'],
  ['RemovedTradesAnswer', 'removed'],
  ['StateAnswer', 'state0 updatedAt0'],
  ['StatePutAnswer', 'updatedAt'],
  ['SessionAndProjectAnswer', 'session project'],
  [
    'AssetDto',
    'id sessionId symbol feed timeframe calendarCode executionCostConfig contractPolicy position createdAt',
  ],
  ['ExecutionCostDto', 'spread slippage fees'],
  ['FeesConfigDto', 'entryFee exitFee type'],
  ['ContractPolicyDto', 'kind'],
  [
    'TradeDto',
    `id sessionId symbol feed side qty entryPrice entryTime exitPrice exitTime stopLoss0 takeProfit0 feesPaid
     spreadPaid slippagePaid plGross plNet plPct rMultiple0 note createdAt`,
  ],
  ['AuditAnswer', 'entries nextCursor0'],
  ['AuditEntryDto', 'id time actor action resource count0 address0 requestId0'],
  ['ActorDto', 'kind id'],
  ['ResourceDto', 'type id tradeId0'],
  ['IngestAnswer', 'inserted trades'],
  [
    'TradeRecord',
    `id sessionId symbol feed side qty entryPrice entryTime exitPrice exitTime stopLoss0 takeProfit0 feesPaid
     spreadPaid slippagePaid plGross plNet plPct rMultiple0 note createdAt clientId tags updatedAt givenCosts`,
  ],
  ['TradeRecordAnswer', 'trade'],
  ['TradeRecordsAnswer', 'trades nextCursor0'],
  ['CandleDto', 'ts open high low close volume'],
  ['CandlesAnswer', 'symbol feed interval source candles'],
  ['CandleRangeAnswer', 'symbol feed interval source candles gaps missing nextFrom0'],
  ['SpanDto', 'from to'],
  ['SeriesDto', 'symbol feed interval spans'],
  ['SeriesAnswer', 'series'],
  [
    'Statistics',
    `calculationVersion tradeCount winCount lossCount breakEvenCount breakEvenThreshold winrate plGross feesPaid plNet
     plNetPct avgPlPerTrade avgPlPctPerTrade avgRMultiple maxRMultiple avgWin avgLoss winLossRatio profitFactor
     netProfitFactor expectancy expectancyComponents tradesPerDay tradesPerWeek tradesPerMonth avgDurationMs
     avgWinDurationMs avgLossDurationMs maxWinStreak maxLossStreak avgWinStreak avgLossStreak bestWinPct worstLossPct
     avgWinPct avgLossPct maxDrawdown maxDrawdownPct equityCurve plPctDistribution idealRAnalysis`,
  ],
  [
    'ExpectancyComponentsDto',
    `winProbability lossProbability breakEvenProbability avgBreakEven winContribution lossContribution
     breakEvenContribution`,
  ],
  [
    'Figures',
    `calculationVersion tradeCount winCount lossCount breakEvenCount breakEvenThreshold winrate0 plGross feesPaid plNet
     plNetPct avgPlPerTrade0 avgPlPctPerTrade0 avgRMultiple0 maxRMultiple0 avgWin0 avgLoss0 winLossRatio0 profitFactor0
     netProfitFactor0 expectancy0 expectancyComponents tradesPerDay0 tradesPerWeek0 tradesPerMonth0 avgDurationMs0
     avgWinDurationMs0 avgLossDurationMs0 maxWinStreak maxLossStreak avgWinStreak0 avgLossStreak0 bestWinPct0
     worstLossPct0 avgWinPct0 avgLossPct0 maxDrawdown maxDrawdownPct`,
  ],
  [
    'ExpectancyFigures',
    `winProbability0 lossProbability0 breakEvenProbability0 avgBreakEven0 winContribution0 lossContribution0
     breakEvenContribution0`,
  ],
  ['VerdictDto', 'index clientId0 verdict problems trade0'],
  ['VerdictCounts', 'new stored conflict invalid'],
  [
    'PreviewedTrade',
    `id0 sessionId symbol feed side qty entryPrice entryTime exitPrice exitTime stopLoss0 takeProfit0 feesPaid
     spreadPaid slippagePaid plGross plNet plPct rMultiple0 note createdAt0 clientId tags updatedAt0 givenCosts`,
  ],
  ['PreviewAnswer', 'verdicts counts before after check0'],
  ['SkippedRowDto', 'row reason'],
  ['ImportAnswer', 'inserted stored skipped skippedCount tradeCount check0'],
  ['ImportPreviewAnswer', 'counts verdicts before after skipped skippedCount tradeCount check0'],
  ['EquityPointDto', 'time equity'],
  ['BinDto', 'from to count'],
  ['IdealRAnalysisDto', 'state reason analytics markets'],
  [
    'IdealRAnalyticsDto',
    `horizonMs thresholdR totalTrades eligibleTrades measuredTrades incompleteTrades invalidRiskTrades
     losingMeasuredTrades averageIdealR maxIdealR couldHaveProfitBreakEvenCount couldHaveProfitBreakEvenRate
     observations`,
  ],
  [
    'IdealRObservationDto',
    'tradeId status idealR bestPrice windowStartTime targetEndTime observedEndTime couldHaveProfitBreakEven',
  ],
  [
    'IdealRMarketDto',
    'symbol feed sourceTimeframe analysisTimeframe approximateEntryBar requestedBars loadedBars',
  ],
  ['FinishAnswer', 'session stats'],
  ['StatsAnswer', 'stats'],
  ['BreakdownAnswer', 'calculationVersion by timezone groups omittedGroups reason0'],
  ['BreakdownGroupDto', 'key0 tradeCount share0 figures winrateInterval0'],
  ['WinrateIntervalDto', 'low high'],
  ['CalendarAnswer', 'calculationVersion timezone days months years reason0'],
  ['CalendarDayDto', 'date tradeCount winCount lossCount plGross feesPaid plNet returnPct0 equity'],
  ['CalendarMonthDto', 'month tradeCount plNet returnPct0'],
  ['CalendarYearDto', 'year tradeCount plNet returnPct0'],
  [
    'CostsAnswer',
    `calculationVersion reason0 plGross0 costs0 turnover0 costShare0 paidBp0 breakEvenBp0 breakEvenMultiple0 multiples
     basisPoints`,
  ],
  ['CostMultipleDto', 'plNet plNetPct expectancy0 netProfitFactor0 maxDrawdown maxDrawdownPct multiple'],
  [
    'CostBasisPointsDto',
    'plNet plNetPct expectancy0 netProfitFactor0 maxDrawdown maxDrawdownPct basisPoints',
  ],
  ['ExcursionsAnswer', 'calculationVersion state reason resolution0 trades summary nextCursor0'],
  ['StampResolutionDto', 'entryMs exitMs'],
  ['TradeExcursionDto', 'tradeId status price r0 pct exitEfficiency0'],
  ['MovesDto', 'mfe mae'],
  ['MoveBoundsDto', 'min max0'],
  ['RatioBoundsDto', 'min0 max0'],
  ['ExcursionSummaryDto', 'measured incomplete avgMfeR0 avgMaeR0 edgeRatio0'],
  ['ExitsAnswer', 'calculationVersion state reason trades cells actual'],
  ['ExitTradesDto', 'total eligible measured incomplete invalidRisk'],
  ['ExitCellDto', 'target stop winrate avgR avgRPerNewRisk'],
  ['WorstBestDto', 'worst0 best0'],
  ['ActualExitsDto', 'avgR0 avgGrossR0'],
  [
    'TimestampCheckDto',
    'calculationVersion verdict unit resolution0 shiftMs0 zone0 known fitting medianDistanceBp0 message',
  ],
  [
    'TimestampsAnswer',
    'calculationVersion verdict unit resolution0 shiftMs0 zone0 known fitting medianDistanceBp0 message reason0',
  ],
  [
    'ExplainAnswer',
    `calculationVersion figure value0 unit definition formula source inputs arithmetic0 counted0 excluded state0
     reason0`,
  ],
  ['ExplanationInputDto', 'name value0'],
  ['ExcludedTradesDto', 'reason count tradeIds'],
  [
    'HindsightAnswer',
    'calculationVersion seenEntryShare0 seenTimeShare0 seenSessions figures moreSessions reason0',
  ],
  ['HindsightFiguresDto', 'seen unseen'],
  ['SeenSessionDto', 'id name sharedMs'],
  [
    'ConfidenceAnswer',
    'calculationVersion reason0 level resamples seed winrate expectancy avgRMultiple netProfitFactor',
  ],
  ['EstimateDto', 'value0 low0 high0 method0 note0 reason0'],
  [
    'MonteCarloAnswer',
    `calculationVersion reason0 method basis riskPct0 sampleSize paths trades seed suggested equityBands finalEquity0
     maxDrawdown0 maxDrawdownPct0 riskOfRuin0 standardError0`,
  ],
  ['SuggestedBasisDto', 'basis0 reason0 spread0'],
  ['SizeSpreadDto', 'money equity risk0'],
  ['EquityBandDto', 'trade p050 p250 p500 p750 p950'],
  ['PercentilesDto', 'p050 p250 p500 p750 p950'],
  [
    'SizingAnswer',
    'calculationVersion reason0 by trades avgR0 avgGrossR0 maxConcurrentTrades rows optimum resamples seed',
  ],
  ['SizingTradesDto', 'total used'],
  ['SizedRowDto', 'fractionPct finalEquity0 plNetPct0 cagrPct0 maxDrawdownPct0 growthPct0 ruinedAt0'],
  ['OptimumDto', 'fractionPct0 growthPctInSequence0 low0 high0 reason0'],
  ['RiskAnswer', 'calculationVersion reason0 returns perTrade drawdowns exposure rolling0'],
  ['RollingReturnsDto', 'date sharpe0 volatilityPct0'],
  [
    'ReturnsDto',
    `reason0 days tradingDays sharpe0 sortino0 volatilityPct0 cagrPct0 calmar0 omega0 ulcerIndex0 valueAtRisk95Pct0
     expectedShortfall95Pct0 bestDay0 worstDay0`,
  ],
  ['ExtremeDayDto', 'date plNet'],
  [
    'PerTradeDto',
    `tradeCount rMultipleCount median0 standardDeviation0 skewness0 excessKurtosis0 sqn0 kelly0 tStatistic0 pValue0 runsZ0
     probabilisticSharpe0 minTrackRecordLength0 tradesNeeded0`,
  ],
  ['DrawdownsDto', 'periods timeUnderWater0 longestMs0 recoveryFactor0'],
  ['DrawdownDto', 'peakTime troughTime recoveredTime0 peakEquity troughEquity depth depthPct durationMs'],
  ['ExposureDto', 'timeInMarket0 maxConcurrentTrades avgConcurrentTrades0 maxNotional0 maxLeverage0'],
  ['ComparisonAnswer', 'sessions pairs breakEvenThreshold'],
  ['SessionComparisonDto', 'figures session equity'],
  ['ComparedSessionDto', 'id status tags name'],
  ['RelativeEquityPointDto', 'time equityPct'],
  ['PairDto', `a b unit difference0 low0 high0 tStatistic0 degreesOfFreedom0 pValue0 sharedMarketTime0 n`],
  ['PairCountsDto', 'a b'],
  ['KeyDto', 'id name prefix scopes state createdAt expiresAt0 revokedAt0 lastUsedAt0'],
  ['KeyAnswer', 'key'],
  ['KeysAnswer', 'keys nextCursor0'],
  ['CreatedKeyAnswer', 'key secret'],
  ['RotatedKeyAnswer', 'key secret replaced'],
  ['HealthAnswer', 'status'],
  ['LiveAnswer', 'status version commit0'],
];

const parsed = (fields: string) => {
  const words = fields.split(/\s+/).filter((word) => word !== '');
  const names = (mark: string) =>
    words.filter((word) => word.endsWith(mark)).map((word) => word.slice(0, -1));
  return {
    all: words.map((word) => word.replace(/[!0]$/, '')).toSorted(),
    required: names('!').toSorted(),
    nullable: names('0').toSorted(),
  };
};

const fieldsOf = ({ properties = {}, required = [] }: Schema) => ({
  all: Object.keys(properties).toSorted(),
  required: required.toSorted(),
  nullable: Object.keys(properties)
    .filter((field) => properties[field]?.nullable)
    .toSorted(),
});

describe('the documented schemas', () => {
  it.each(INPUTS)('have the request fields of the contract: %s', (name, fields) => {
    expect(fieldsOf(schemaNamed(name))).toEqual(parsed(fields));
    expect(schemaNamed(name).additionalProperties).toBe(false);
  });

  it.each(ANSWERS)('have the response fields of the contract, all required: %s', (name, fields) => {
    const { all, nullable } = parsed(fields);
    expect(fieldsOf(schemaNamed(name))).toEqual({ all, required: all, nullable });
  });

  it('are exactly the schemas of requests, responses and errors', () => {
    const known = [...INPUTS, ...ANSWERS].map(([name]) => name);
    expect(Object.keys(document.components.schemas).toSorted()).toEqual(
      [...known, 'ProblemCode', 'ProblemDto', 'FieldProblemDto'].toSorted(),
    );
    expect(fieldsOf(schemaNamed('ProblemDto')).required).toEqual(
      ['statusCode', 'error', 'code', 'message', 'requestId'].toSorted(),
    );
  });

  it('have examples and defaults that are valid', () => {
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const [field, schema] of Object.entries(properties)) {
        for (const value of [schema.example, schema.default]) {
          const problems = value === undefined ? [] : problemsOf(schema, value);
          expect([name, field, problems]).toEqual([name, field, []]);
        }
      }
    }
  });
});
