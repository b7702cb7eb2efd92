import { fileNameOf } from './file-name.js';

describe('fileNameOf', () => {
  it.each([
    ['London open', 'report-london-open.html'],
    ['Überblick 2023/24', 'report-uberblick-2023-24.html'],
    ['../../etc/passwd', 'report-etc-passwd.html'],
    ['"; filename=x.exe\r\n', 'report-filename-x-exe.html'],
    ['日本', 'report.html'],
    ['a'.repeat(80), `report-${'a'.repeat(60)}.html`],
  ])('converts %j to %s', (name, expected) => expect(fileNameOf(name)).toBe(expected));
});
