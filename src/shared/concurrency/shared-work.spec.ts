import { SharedWork } from './shared-work.js';

/** Returns work that ends on request. Each start is recorded with its signal. */
function work() {
  const starts: { signal: AbortSignal; resolve: (value: string) => void; reject: (error: Error) => void }[] =
    [];
  const shared = new SharedWork<string>();
  const join = (key = 'key', client = new AbortController()) => ({
    client,
    result: shared.join(
      key,
      (signal) => new Promise((resolve, reject) => starts.push({ signal, resolve, reject })),
      client.signal,
    ),
  });
  return { starts, join, shared };
}

describe('SharedWork', () => {
  it('is started once for concurrent callers', async () => {
    const { starts, join } = work();
    const clients = [join(), join(), join('other')];
    expect(starts).toHaveLength(2);
    starts[0]!.resolve('one');
    starts[1]!.resolve('two');
    expect(await Promise.all(clients.map(({ result }) => result))).toEqual(['one', 'one', 'two']);
  });

  it('starts again after a success and after a failure', async () => {
    const { starts, join } = work();
    const failing = join();
    starts[0]!.reject(new Error('failed'));
    await expect(failing.result).rejects.toThrow('failed');
    const again = join();
    starts[1]!.resolve('well');
    expect(await again.result).toBe('well');
    join();
    expect(starts).toHaveLength(3);
  });

  it('continues while a client waits for it', async () => {
    const { starts, join } = work();
    const [leaving, staying] = [join(), join()];
    leaving.client.abort(new Error('left'));
    await expect(leaving.result).rejects.toThrow('left');
    expect(starts[0]!.signal.aborted).toBe(false);
    starts[0]!.resolve('done');
    expect(await staying.result).toBe('done');
  });

  it('is aborted when the last client disconnects, and later clients start new work', async () => {
    const { starts, join } = work();
    const clients = [join(), join()];
    for (const { client } of clients) client.abort(new Error('left'));
    for (const { result } of clients) await expect(result).rejects.toThrow('left');
    expect(starts[0]!.signal.aborted).toBe(true);
    const late = join();
    expect(starts).toHaveLength(2);
    starts[1]!.resolve('anew');
    expect(await late.result).toBe('anew');
  });

  it('continues for a client without a signal when all other clients have disconnected', async () => {
    const { starts, join, shared } = work();
    const leaving = join();
    const staying = shared.join('key', () => Promise.reject(new Error('is joined, not started')));
    leaving.client.abort(new Error('left'));
    await expect(leaving.result).rejects.toThrow('left');
    expect(starts[0]!.signal.aborted).toBe(false);
    starts[0]!.resolve('done');
    expect(await staying).toBe('done');
  });

  it('is not started for a client that has already disconnected', async () => {
    const { starts, join } = work();
    const client = new AbortController();
    client.abort(new Error('left'));
    await expect(join('key', client).result).rejects.toThrow('left');
    expect(starts).toEqual([]);
  });
});
