import { ClassConstructor, Transform, plainToInstance } from 'class-transformer';
import { IsIn, IsOptional, IsString, IsUrl, Matches, validateSync } from 'class-validator';
import { ConfiguredKey, configuredKeys } from './configured-keys.js';
import { isDatabaseUrl, withStandardSslModes } from './database-url.js';
import { gatewayProblems } from './gateway-settings.js';
import { SECRET_FILES, withSecretFiles } from './secret-files.js';
import { areOrigins, isTrustedProxies, isWebAddress } from './setting-forms.js';
import { Allowed, DecimalNumber, WholeNumber } from './setting-rules.js';
import { TokenSettings, tokenProblems } from './token-settings.js';

const URL_RULE = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export const DEFAULT_LOG_MB = 64;

/**
 * All settings of the service, the commands and the tests. The name of a setting is the name of its environment
 * variable.
 */
export class Environment extends TokenSettings {
  @WholeNumber(0, 65535)
  readonly PORT: number = 3000;

  @IsString()
  readonly HOST: string = '127.0.0.1';

  /**
   * The address that people use, for example `https://desk.example.com`. On a loopback `HOST`, the service answers only
   * to the names of this machine, to this address and to the origins of `CORS_ORIGINS`.
   */
  @Allowed(isWebAddress, 'PUBLIC_URL must be empty or an address such as https://desk.example.com')
  readonly PUBLIC_URL: string = '';

  /** Secrets that are always valid: entries `secret` or `name@workspace:secret`, separated by commas or lines. */
  @IsString()
  readonly API_KEYS: string = '';

  /**
   * Address of a database with PostgreSQL 15 or newer. Special characters of a password are percent-encoded. If empty,
   * the embedded database is used.
   */
  @IsOptional()
  @Allowed(isDatabaseUrl, 'DATABASE_URL must look like postgres://user:password@host:5432/database')
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? withStandardSslModes(value) : value,
  )
  readonly DATABASE_URL?: string = undefined;

  /** Maximum number of connections to a PostgreSQL server for requests. Each thread opens one more connection. */
  @WholeNumber(2, 1000)
  readonly DATABASE_POOL: number = 10;

  /** The directory of the embedded database and the first-run key. */
  @IsString()
  readonly DATA_DIR: string = '.data';

  /**
   * Size that the write-ahead log of the embedded database may have, MB. The log of one transaction may exceed this
   * size.
   */
  @WholeNumber(64, 65_536)
  readonly EMBEDDED_LOG_MB: number = DEFAULT_LOG_MB;

  @IsIn(['live', 'offline'])
  readonly VENUE_MODE: 'live' | 'offline' = 'live';

  @IsUrl(URL_RULE)
  readonly VENUE_SPOT_URL: string = 'https://api.binance.com';

  @IsUrl(URL_RULE)
  readonly VENUE_USDM_URL: string = 'https://fapi.binance.com';

  /** Memory for cached responses of `GET /candles`, MB; 0 disables the cache. */
  @WholeNumber(0, 65_536)
  readonly CANDLE_CACHE_MB: number = 64;

  /** Minimum of `qty`, `entryPrice` and `exitPrice`. 0 allows any value above zero. */
  @DecimalNumber(0, 1e12)
  readonly TRADE_MINIMUM: number = 1;

  /** Maximum time after the entry during which the ideal-R analysis follows a trade, ms. */
  @WholeNumber(60_000, 31_622_400_000)
  readonly IDEAL_R_HORIZON_MS: number = 86_400_000;

  /** If the ideal R of a losing trade is at least this value, the trade could have been moved to break-even. */
  @DecimalNumber(0, 1e6)
  readonly IDEAL_R_THRESHOLD: number = 1;

  /** Maximum size of a request body, for example `4mb`. */
  @Matches(/^[1-9]\d*(b|kb|mb)$/i, { message: 'BODY_LIMIT must be a size such as 512kb or 4mb' })
  readonly BODY_LIMIT: string = '4mb';

  /** Maximum size of an imported file, both packed and unpacked. */
  @Matches(/^[1-9]\d*(b|kb|mb)$/i, { message: 'IMPORT_LIMIT must be a size such as 512kb or 64mb' })
  readonly IMPORT_LIMIT: string = '64mb';

  /**
   * Origins that browsers may call from, comma-separated. `*` allows any origin. If empty, any port of localhost is
   * allowed; but behind a gateway that signs people in, no origin is allowed.
   */
  @Allowed(
    areOrigins,
    'CORS_ORIGINS must be empty, * or comma-separated origins such as https://app.example.com',
  )
  readonly CORS_ORIGINS: string = '';

  /**
   * `on` compresses large responses for clients that accept compression. A gateway can compress responses instead.
   */
  @IsIn(['on', 'off'])
  readonly COMPRESSION: 'on' | 'off' = 'off';

  /** Memory for cached statistics, MB; 0 disables the cache. */
  @WholeNumber(0, 1_000_000)
  readonly STATS_CACHE_MB: number = 64;

  /** Maximum number of requests per key and minute; 0 disables the limit. */
  @WholeNumber(0, 1e9)
  readonly RATE_LIMIT_PER_MINUTE: number = 0;

  /** Maximum number of refused keys per client address and minute; 0 disables the limit. */
  @WholeNumber(0, 1e9)
  readonly FAILED_KEYS_PER_MINUTE: number = 60;

  /** Address of the Redis in which several instances count requests together. If empty, each instance counts alone. */
  @IsOptional()
  @Matches(/^rediss?:\/\/\S+$/, { message: 'REDIS_URL must look like redis://host:6379' })
  readonly REDIS_URL?: string = undefined;

  /** A separate port on which the metrics need no key. If empty, the metrics are at `/metrics` and need a key. */
  @IsOptional()
  @WholeNumber(0, 65535)
  readonly METRICS_PORT?: number = undefined;

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
  readonly LOG_LEVEL: string = 'info';

  /** Format of the log: `json` or `pretty`. The default is `pretty` on a terminal, otherwise `json`. */
  @IsOptional()
  @IsIn(['json', 'pretty'])
  readonly LOG_FORMAT?: 'json' | 'pretty' = undefined;

  /**
   * Address to which traces are sent (OTLP over HTTP), for example `http://127.0.0.1:4318`. If empty, no traces are
   * made.
   */
  @IsOptional()
  @IsUrl(URL_RULE)
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string = undefined;

  /**
   * Proxies that are trusted to report the client's address, as in Express' `trust proxy`: a number of hops, or
   * addresses.
   */
  @Allowed(
    isTrustedProxies,
    'TRUST_PROXY must be a number of hops or comma-separated addresses such as 10.0.0.0/8',
  )
  readonly TRUST_PROXY: string = '';

  /**
   * Path under which the service is served, for example `/backtest`. Needed behind a gateway that does not change
   * paths.
   */
  @Matches(/^(\/(?!\.+(\/|$))[A-Za-z0-9._~-]+)*$/, {
    message:
      'BASE_PATH must be empty or look like /backtest, without a slash at its end and without a segment of dots, which clients would resolve',
  })
  readonly BASE_PATH: string = '';

  /** Number of days after which entries of the audit log are removed; 0 keeps entries forever. */
  @WholeNumber(0, 36_500)
  readonly AUDIT_RETENTION_DAYS: number = 400;

  /** `true`: DELETE requests need a key with the scope `delete`. Otherwise `write` is enough. */
  @IsIn(['true', 'false'])
  readonly REQUIRE_DELETE_SCOPE: 'true' | 'false' = 'false';

  /** `off` removes the review desk and reports. */
  @IsIn(['on', 'off'])
  readonly DESK: 'on' | 'off' = 'on';

  /**
   * `key`: the review desk asks for an API key. `gateway`: a gateway signs people in, and adds their tokens to the
   * requests of the desk.
   */
  @IsIn(['key', 'gateway'])
  readonly DESK_AUTH: 'key' | 'gateway' = 'key';

  /** `off` removes Swagger UI and the OpenAPI document. */
  @IsIn(['on', 'off'])
  readonly DOCS: 'on' | 'off' = 'on';

  /** True if people use the service through a gateway that signs them in. */
  get isBehindSignIn(): boolean {
    return this.DESK_AUTH === 'gateway';
  }

  get configuredKeys(): readonly ConfiguredKey[] {
    return configuredKeys(this.API_KEYS).keys;
  }
}

const FIELDS = Object.keys(new Environment());

/** The names of all settings. */
export const SETTINGS: readonly string[] = [...FIELDS, ...SECRET_FILES];

/** Thrown with all problems of the settings. A message never contains a value, because a value may be a secret. */
export class ConfigurationError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads and checks the settings, including the files with secrets. An empty variable counts as absent.
 * @throws ConfigurationError with every problem
 */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const { values, problems } = withSecretFiles(source);
  const given = FIELDS.filter((name) => values[name]).map((name) => [name, values[name]?.trim()]);
  const environment = plainToInstance(
    Environment as ClassConstructor<Environment>,
    Object.fromEntries(given),
    { exposeDefaultValues: true },
  );
  for (const { constraints = {} } of validateSync(environment)) problems.push(...Object.values(constraints));
  problems.push(
    ...configuredKeys(environment.API_KEYS).problems,
    ...tokenProblems(environment),
    ...gatewayProblems(environment),
  );
  if (environment.METRICS_PORT === environment.PORT && environment.PORT !== 0)
    problems.push('METRICS_PORT must be another port than PORT');
  if (problems.length > 0) throw new ConfigurationError(problems);
  return environment;
}
