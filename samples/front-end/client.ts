import type { paths } from './schema.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A route in the form of the OpenAPI document, such as `get /projects/{id}`. */
export type Route = {
  [Path in keyof paths]: {
    [Of in Method & keyof paths[Path]]: [paths[Path][Of]] extends [undefined]
      ? never
      : `${Of} ${Path & string}`;
  }[Method & keyof paths[Path]];
}[keyof paths];

type Operation<Of extends Route> = Of extends `${infer M extends Method} ${infer P extends keyof paths}`
  ? M extends keyof paths[P]
    ? paths[P][M]
    : never
  : never;

type PathOf<Op> = Op extends { parameters: { path: infer Parameters } } ? Parameters : undefined;
type QueryOf<Op> = Op extends { parameters: { query?: infer Parameters } } ? Parameters : undefined;
type BodyOf<Op> = Op extends { requestBody?: infer Request }
  ? NonNullable<Request> extends { content: { 'application/json': infer Json } }
    ? Json
    : never
  : never;
type Success<Responses> = Responses[keyof Responses & (200 | 201)];
type AnswerOf<Op> = Op extends { responses: infer Responses }
  ? Success<Responses> extends { content: { 'application/json': infer Json } }
    ? Json
    : undefined
  : never;

export interface Parts<Of extends Route> {
  readonly path?: PathOf<Operation<Of>>;
  readonly query?: QueryOf<Operation<Of>>;
  readonly body?: BodyOf<Operation<Of>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request in the form that `fetch` accepts. The body may be a file. */
interface Sent {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** An error of the service. All errors have the same shape. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(`${status} ${code}: ${message}`);
  }
}

export class Client {
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string,
  ) {}

  /** Sends a request that accepts and returns JSON. The types come from the OpenAPI document. */
  async ask<Of extends Route>(route: Of, parts: Parts<Of> = {}): Promise<AnswerOf<Operation<Of>>> {
    const { body, headers, ...where } = parts;
    const json = { 'content-type': 'application/json', ...headers };
    const response = await this.send(route, {
      ...where,
      ...(body === undefined ? { headers } : { headers: json, body: JSON.stringify(body) }),
    });
    return (response.status === 204 ? undefined : await response.json()) as AnswerOf<Operation<Of>>;
  }

  /** Sends any request. Use it for files and to read headers of the response. */
  async send(route: Route, { path = {}, query = {}, headers = {}, body }: Sent): Promise<Response> {
    const [method = '', template = ''] = route.split(' ');
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((path as Record<string, string>)[name] ?? ''),
    );
    // A list becomes values separated by commas.
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const response = await fetch(`${this.baseUrl}${filled}${search && `?${search}`}`, {
      method: method.toUpperCase(),
      headers: { 'x-api-key': this.apiKey, ...headers },
      ...(body !== undefined && { body }),
    });
    if (response.ok) return response;
    const { code, message } = (await response.json()) as { code: string; message: string };
    throw new ServiceError(response.status, code, message);
  }
}
