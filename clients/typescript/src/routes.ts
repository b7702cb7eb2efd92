import type { components, paths } from './schema.js';

/** The objects of the API by their names, such as `Schemas['SessionRecord']`. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths of the OpenAPI document that support the method `M`. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: [paths[Path][M]] extends [undefined] ? never : Path;
}[keyof paths];

/** The paths whose responses to the method `M` are JSON or empty. */
export type JsonPathOf<M extends Method> = {
  [Path in PathOf<M>]: [ResponseContent<Operation<M, Path>>] extends [{ 'application/json': unknown }]
    ? Path
    : never;
}[PathOf<M>];

/** The paths of `GET` whose responses have an ETag. */
export type TaggedPath = {
  [Path in JsonPathOf<'get'>]: 'If-None-Match' extends HeaderOf<'get', Path> ? Path : never;
}[JsonPathOf<'get'>];

/** The query parameters of a route. */
export type Query<M extends Method, Path extends PathOf<M>> = Parameters<Operation<M, Path>, 'query'>;

/** The JSON body of a request. */
export type Body<M extends Method, Path extends PathOf<M>> =
  RequestContent<Operation<M, Path>> extends { 'application/json': infer Json } ? Json : never;

/** The JSON of a successful response; undefined if the response is empty. */
export type Answer<M extends Method, Path extends PathOf<M>> = JsonIn<ResponseContent<Operation<M, Path>>>;

/** The headers that the OpenAPI document describes for a route. */
export type HeaderOf<M extends Method, Path extends PathOf<M>> = NamesIn<
  Parameters<Operation<M, Path>, 'header'>
>;

/** A file to import. A stream cannot be read twice, so a request with a stream is never sent again. */
export type ImportedFile = string | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

export interface CommonOptions {
  /** Cancels the request, the pauses between its attempts, and the reading of the response. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the `timeoutMs` of the client. */
  readonly timeoutMs?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The options of a request: the parts that the route needs, a signal and headers. */
export type RequestOptions<M extends Method, Path extends PathOf<M>> = CommonOptions &
  ParamsPart<Parameters<Operation<M, Path>, 'path'>> &
  QueryPart<Query<M, Path>> &
  BodyPart<Operation<M, Path>>;

/** The options as a list of arguments. The argument is optional if the route requires none of the options. */
export type OptionsArgument<Options> = object extends Options ? [options?: Options] : [options: Options];

type Operation<M extends Method, Path extends PathOf<M>> = NonNullable<paths[Path][M]>;

type Parameters<Of, Place extends 'path' | 'query' | 'header'> = Of extends {
  parameters: { [In in Place]?: infer Given };
}
  ? NonNullable<Given>
  : never;

type NamesIn<Given> = [Given] extends [never] ? never : keyof Given;

type RequestContent<Of> = Of extends { requestBody?: infer Request }
  ? ContentOf<NonNullable<Request>>
  : never;

type ContentOf<Part> = Part extends { content: infer Content } ? Content : never;

type ResponseContent<Of> = Of extends { responses: infer Responses }
  ? ContentOf<Responses[keyof Responses & (200 | 201)]>
  : never;

type JsonIn<Content> = [Content] extends [never]
  ? undefined
  : Content extends { 'application/json': infer Json }
    ? Json
    : never;

type ParamsPart<Given> = [Given] extends [never] ? unknown : { readonly params: Readonly<Given> };

type QueryPart<Given> = [Given] extends [never]
  ? unknown
  : object extends Given
    ? { readonly query?: Undefinable<Given> | undefined }
    : { readonly query: Undefinable<Given> };

/** The given parameters. An optional parameter may also be undefined, and is then left out of the query. */
type Undefinable<Given> = {
  readonly [Name in keyof Given]: object extends Pick<Given, Name> ? Given[Name] | undefined : Given[Name];
};

type BodyPart<Of> = [RequestContent<Of>] extends [never]
  ? unknown
  : RequestContent<Of> extends { 'text/csv': unknown }
    ? { readonly body: ImportedFile; readonly contentType: keyof RequestContent<Of> }
    : RequestContent<Of> extends { 'application/json': infer Json }
      ? object extends Pick<Of, 'requestBody' & keyof Of>
        ? { readonly body?: Json | undefined }
        : { readonly body: Json }
      : never;
