import { answerOfService, bareExpress, listen } from './listen.js';

/**
 * Sends recorded responses of the service from memory. A path that begins with `not-modified` gets a 304 with the ETag.
 */

const app = bareExpress();
const known = new Map<string, { body: Buffer; etag: string }>();

app.get('/not-modified/*path', async ({ url }, response) => {
  const { etag } = await remembered(url.slice('/not-modified'.length));
  response.set({ 'Cache-Control': 'private, no-cache', ETag: etag }).status(304).end();
});

app.get('/*path', async ({ url }, response) => {
  const { body } = await remembered(url);
  response.type('json').send(body);
});

async function remembered(path: string) {
  const answer = known.get(path) ?? (await answerOfService(path));
  known.set(path, answer);
  return answer;
}

listen(app);
