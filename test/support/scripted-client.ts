import { type ScriptedServer, type Step, scriptedServer } from './scripted-server.js';
import { cleanUp } from './service-process.js';
import {
  type ClientModule,
  type UntypedClient,
  aProjectWithClient,
  loadClient,
} from './typescript-client.js';

export interface ScriptedRetry {
  readonly attempts: number;
  readonly pauseMs: number;
}

/** The packed client for all tests of a file, and the server of the current test. */
export class ScriptedClients {
  module!: ClientModule;
  server!: ScriptedServer;
  /** The pauses that the current client has made. */
  retries: ScriptedRetry[] = [];

  constructor() {
    beforeAll(async () => {
      this.module = await loadClient(await aProjectWithClient());
    });
    afterEach(() => this.server.close());
    afterAll(cleanUp);
  }

  /** Starts a server that answers with these steps, and returns a client of this server. */
  async clientOf(steps: readonly Step[], options: object = {}): Promise<UntypedClient> {
    this.server = await scriptedServer(...steps);
    this.retries = [];
    return new this.module.BacktestClient({
      baseUrl: `${this.server.url}/base/`,
      apiKey: 'a-key',
      onRetry: (retry: ScriptedRetry) => this.retries.push(retry),
      ...options,
    });
  }

  /** The requests of the current test. */
  sent(): string[] {
    return this.server.requests.map(({ method, url }) => `${method} ${url}`);
  }
}

/** Returns the error of a call that must fail. */
export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('the call has not failed');
    },
    (error: unknown) => error,
  );
