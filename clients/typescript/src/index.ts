export { BacktestClient, type NewTrade, type Tagged } from './client.js';
export type { ClientOptions, Credential, Retry } from './client-options.js';
export { ConnectionError, type ErrorCode, type FieldProblem, ServiceError } from './errors.js';
export type { EventOptions, SessionEvent } from './events.js';
export type { Item, PagedPath } from './pages.js';
export type {
  Answer,
  Body,
  CommonOptions,
  ImportedFile,
  JsonPathOf,
  Method,
  PathOf,
  Query,
  RequestOptions,
  Schemas,
  TaggedPath,
} from './routes.js';
export type { components, operations, paths } from './schema.js';
