import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';

/** Returns the first message of a port and closes the port. The promise rejects when the signal aborts. */
export async function messageOf<Message>(port: MessagePort, signal: AbortSignal): Promise<Message> {
  try {
    const [message] = (await once(port, 'message', { signal })) as [Message];
    return message;
  } finally {
    port.close();
  }
}
