/**
 * Returns a message that the server of the embedded database sends to the backend. Source: PostgreSQL documentation,
 * "Message Formats".
 */
function message(type: string, body: string | Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

/** Startup message of protocol 3.0. The backend has one user and one database. */
export const STARTUP = message('', '\0\u0003\0\0user\0postgres\0database\0postgres\0\0');

export const SYNC = message('S', '');

/**
 * Makes COPY FROM STDIN fail. Without this message at the end of its input, the backend would read beyond the end,
 * which is fatal to the backend. With the message, only the statement fails. After any message except a startup packet,
 * the backend ignores this message.
 */
export const COPY_FAIL = message('f', 'the embedded database does not support COPY FROM STDIN\0');

export const simpleQuery = (sql: string): Buffer => message('Q', `${sql}\0`);

/**
 * Query that returns a statement for restoring the session's settings, and then resets the settings. The statement
 * restores the role last, because the role may lack the right to change other settings.
 */
export const SAVE_SETTINGS = simpleQuery(`
  SELECT 'SELECT ' || string_agg(format('set_config(%L, %L, false)', name, setting), ', ')
  FROM (
    SELECT name, setting FROM pg_settings WHERE source = 'session'
    UNION ALL VALUES ('session_authorization', session_user::text), ('role', current_setting('role'))
  ) AS settings;
  SET SESSION AUTHORIZATION postgres;
  RESET ROLE;
  RESET ALL`);

const DATA_ROW = 'D'.charCodeAt(0);

/** Returns the first value of the first row in a response; null if there is none. */
export function firstValue(answer: Buffer): string | null {
  for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] !== DATA_ROW) continue;
    const length = answer.readInt32BE(at + 7);
    return length < 0 ? null : answer.toString('utf8', at + 11, at + 11 + length);
  }
  return null;
}
