import type { ApiProblem } from '../../api/problem.js';

const MAX_SHOWN = 5;

/** The message of the API, the fields that the message names, and a button to retry. */
export function ProblemNotice({ problem, retry }: { problem: ApiProblem; retry?: (() => void) | undefined }) {
  const further = problem.details.slice(1, MAX_SHOWN);
  return (
    <div class="banner problem" role="alert">
      <p>{problem.message}</p>
      {further.length > 0 && (
        <ul>
          {further.map(({ field, message }) => (
            <li key={field}>
              {field} {message}
            </li>
          ))}
        </ul>
      )}
      {problem.requestId && problem.status >= 500 && <p class="small quiet">Request {problem.requestId}</p>}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
