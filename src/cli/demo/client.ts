/** An HTTP client of the service. */
export class DemoClient {
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.call<T>(path, { method: 'GET' });
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.call<T>(path, { method: 'POST', body: JSON.stringify(body) });
  }

  private async call<T>(path: string, init: RequestInit): Promise<T> {
    const headers = { 'x-api-key': this.apiKey, 'content-type': 'application/json' };
    const response = await fetch(`${this.baseUrl}${path}`, { ...init, headers });
    const answer = (await response.json()) as T & { message?: string };
    if (!response.ok)
      throw new Error(`${init.method} ${path} answered ${response.status}: ${answer.message}`);
    return answer;
  }
}
