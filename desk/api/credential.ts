import { isBehindGateway, noteSignedIn, noteSignedOut } from './gateway-sign-in.js';
import { currentKey, rejectKey } from './key.js';
import { type ApiProblem, problemOf, signedOut } from './problem.js';

/**
 * The way in which requests are authenticated: with a key, or by the gateway. The browser sends the gateway's cookie to
 * the gateway.
 */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: RequestRedirect;
  /** Returns the problem in a response; null if there is none. Also records that the credential was refused. */
  readonly problemIn: (response: Response) => Promise<ApiProblem | null>;
}

export const currentCredential = (): Credential =>
  isBehindGateway() ? GATEWAY : withKey(currentKey() ?? '');

const withKey = (key: string): Credential => ({
  headers: { 'x-api-key': key },
  redirect: 'error',
  problemIn: async (response) => {
    if (response.ok) return null;
    const problem = await problemOf(response);
    if (problem.status === 401) rejectKey(key);
    return problem;
  },
});

const GATEWAY: Credential = {
  headers: {},
  // Some gateways redirect to their sign-in page. A script cannot read the response of that page.
  redirect: 'manual',
  problemIn: async (response) => {
    if (response.status === 401 || response.type === 'opaqueredirect') {
      noteSignedOut();
      return signedOut();
    }
    if (response.status < 500) noteSignedIn();
    return response.ok ? null : problemOf(response);
  },
};
