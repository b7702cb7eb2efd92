import { EventEmitter } from 'node:events';
import type { Connection } from 'pg';
import { CopyQuery } from './copy-query.js';

const message = (code: string, body = ''): Buffer => {
  const head = Buffer.alloc(5, code);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
};

/** A connection as pg has it: a stream with one listener, the parser. */
function aConnection() {
  const stream = new EventEmitter();
  const parsed: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => parsed.push(bytes));
  const asked: string[] = [];
  const connection = { stream, query: (statement: string) => asked.push(statement) };
  return {
    connection: connection as unknown as Connection,
    arrives: (...bytes: Buffer[]) => stream.emit('data', Buffer.concat(bytes)),
    parsed: () => Buffer.concat(parsed).toString('latin1'),
    asked,
  };
}

const END = [message('c'), message('C', 'COPY 1\0'), message('Z', 'I')];
const REST = Buffer.concat(END).toString('latin1');

describe('a query for a copy', () => {
  it('hands over what is copied, and leaves the rest to the parser', async () => {
    const { connection, arrives, parsed, asked } = aConnection();
    const taken: Buffer[] = [];
    const query = new CopyQuery('COPY x TO STDOUT', (bytes) => taken.push(bytes));
    query.submit(connection);
    expect(asked).toEqual(['COPY x TO STDOUT']);
    arrives(message('H', 'abc'), message('d', 'row 1'));
    arrives(message('d', 'row 2'), ...END);
    arrives(message('D', 'of the next query'));
    query.handleCommandComplete();
    query.handleReadyForQuery();
    await query.done;
    const copied = [message('H', 'abc'), message('d', 'row 1'), message('d', 'row 2')];
    expect(Buffer.concat(taken)).toEqual(Buffer.concat(copied));
    expect(parsed()).toBe(REST + message('D', 'of the next query').toString('latin1'));
  });

  it('leaves an error in the middle of it to the parser, and fails with what pg makes of it', async () => {
    const { connection, arrives, parsed } = aConnection();
    const taken: Buffer[] = [];
    const query = new CopyQuery('COPY x TO STDOUT', (bytes) => taken.push(bytes));
    query.submit(connection);
    arrives(message('d', 'row 1'), message('E', 'terminated'));
    query.handleError(new Error('terminated'));
    await expect(query.done).rejects.toThrow('terminated');
    expect(Buffer.concat(taken)).toEqual(message('d', 'row 1'));
    expect(parsed()).toBe(message('E', 'terminated').toString('latin1'));
  });

  it('fails when its taker throws, and takes no more', async () => {
    const { connection, arrives, parsed } = aConnection();
    let calls = 0;
    const query = new CopyQuery('COPY x TO STDOUT', () => {
      calls += 1;
      throw new Error('no rows');
    });
    query.submit(connection);
    expect(() => arrives(message('d', 'row 1'))).not.toThrow();
    arrives(message('d', 'row 2'), ...END);
    query.handleReadyForQuery();
    await expect(query.done).rejects.toThrow('no rows');
    expect(calls).toBe(1);
    expect(parsed()).toBe(REST);
  });
});
