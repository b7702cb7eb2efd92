import { INestApplication } from '@nestjs/common';
import { OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { contractOf } from './openapi-operations.js';
import { openApiDocument } from './openapi.js';
import { Environment } from './platform/config/environment.js';
import { sendJson } from './platform/http/send-json.js';
import { entityTag, namesTag } from './platform/http/tagged-answer.js';

/** Path of Swagger UI. The document itself is at `/docs-json`, and the part about the contract at `/docs-json/contract`. */
export const DOCS_PATH = '/docs';

/**
 * Starts Swagger UI, which loads the document by its address. The script of the library would contain the document, so
 * browsers would load the document again with every visit. The address is relative to this script, because a gateway may
 * remove a prefix from paths.
 */
const START_SWAGGER_UI = `const { src } = document.currentScript;
addEventListener('load', () => {
  window.ui = SwaggerUIBundle({
    urls: [
      { name: 'Contract', url: src.replace('/swagger-ui-init.js', '-json/contract') },
      { name: 'Everything', url: src.replace('/swagger-ui-init.js', '-json') },
    ],
    filter: true,
    dom_id: '#swagger-ui',
    deepLinking: true,
    persistAuthorization: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl],
    layout: 'StandaloneLayout',
  });
});
`;

export function serveOpenApi(app: INestApplication, environment: Environment): void {
  if (environment.DOCS === 'off') return;
  const docs = `${environment.BASE_PATH}${DOCS_PATH}`;
  const document = madeOnce(() => openApiDocument(app, environment));
  const server = app.getHttpAdapter();
  const serve = (path: string, make: () => OpenAPIObject) => {
    const json = madeOnce(() => {
      const text = JSON.stringify(make());
      return { body: [Buffer.from(text)], etag: entityTag([text]) };
    });
    server.get(path, ({ headers }: Request, response: Response) => {
      const { body, etag } = json();
      response.setHeader('ETag', etag);
      if (namesTag(headers['if-none-match'], etag)) response.status(304).end();
      else sendJson(response, body);
    });
  };
  serve(`${docs}-json`, document);
  serve(`${docs}-json/contract`, () => contractOf(document()));
  // Takes the place of the script that the library serves at the same address.
  server.get(`${docs}/swagger-ui-init.js`, (_request: Request, response: Response) => {
    response.type('js').send(START_SWAGGER_UI);
  });
  SwaggerModule.setup(docs.slice(1), app, document, {
    raw: ['yaml'],
    // Shows the bar with the choice of the document.
    explorer: true,
    customSiteTitle: 'Backtest Session Service',
  });
}

/** Returns a function that calls the given function only the first time, and returns the same value afterwards. */
function madeOnce<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
