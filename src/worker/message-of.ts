import type { MessagePort } from 'node:worker_threads';

/** The first message of a port, which is closed after it. Rejects with the reason of the signal. */
export async function messageOf<Message>(port: MessagePort, signal: AbortSignal): Promise<Message> {
  let stop = (): void => undefined;
  try {
    return await new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason as Error);
      signal.throwIfAborted();
      port.once('message', resolve);
      signal.addEventListener('abort', abort);
      stop = () => signal.removeEventListener('abort', abort);
    });
  } finally {
    stop();
    port.close();
  }
}
