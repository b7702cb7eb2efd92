import { EventParser } from './event-parser.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (...pieces: string[]) => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => parser.push(bytes(piece)));
};

describe('the parser of server-sent events', () => {
  it('reads events with their id and data, and ignores comments', () => {
    expect(parse(': ping\n\nevent: session\nid: 1.2.3\ndata: {"a":1}\n\n: ping\n\n')).toEqual([
      { event: 'session', id: '1.2.3', data: '{"a":1}' },
    ]);
  });

  it('reads the same events for any division into chunks and any kind of line end', () => {
    const text = 'event: session\nid: 1\ndata: {"name":"Größe 📈"}\n\nevent: deleted\ndata: {}\n\n';
    const expected = [
      { event: 'session', id: '1', data: '{"name":"Größe 📈"}' },
      { event: 'deleted', id: '1', data: '{}' },
    ];
    for (const end of ['\n', '\r\n', '\r']) {
      const all = bytes(text.replaceAll('\n', end));
      for (let size = 1; size <= all.length; size += 1) {
        const parser = new EventParser();
        const events = [];
        for (let at = 0; at < all.length; at += size) events.push(...parser.push(all.slice(at, at + size)));
        expect(events).toEqual(expected);
      }
    }
  });

  it('joins several lines of data, and removes one space after the colon', () => {
    expect(parse('data:  a\ndata:b\ndata\n\n')).toEqual([{ event: 'message', id: '', data: ' a\nb\n' }]);
  });

  it('keeps the id of earlier events until another id is sent', () => {
    const ids = parse('id: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: c\n\nid: x\0y\ndata: d\n\n').map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['1', '1', '2', '2']);
  });

  it('ignores events without data and incomplete events', () => {
    expect(parse('event: session\n\ndata: a')).toEqual([]);
    expect(parse('event: session\n\ndata: a\n\n')).toEqual([{ event: 'message', id: '', data: 'a' }]);
  });

  it.each([
    ['one line', 'x', 1_000_000],
    ['lines of data', 'data\n', 1_000_000],
  ])('refuses an event that goes on and on, in %s', (_, piece, count) => {
    const most = bytes(piece.repeat(count));
    const parser = new EventParser();
    expect(parser.push(most)).toEqual([]);
    expect(() => parser.push(bytes(piece))).toThrow('An event is too long');
  });

  it('reads any number of events', () => {
    const parser = new EventParser();
    const events = bytes('data: a\n\n'.repeat(1000));
    for (let i = 0; i < 200; i += 1) expect(parser.push(events).length).toBe(1000);
  });
});
