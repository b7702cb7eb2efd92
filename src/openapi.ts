import { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { AMOUNT } from './common/fields.js';
import { Environment } from './config/environment.js';

/** Where Swagger UI is; the document itself is at `/docs-json`. */
export const DOCS_PATH = '/docs';

/** Schemas of requests end like this. */
const INPUT_NAME = /^(Create\w+Dto|\w+Input|IngestTradesDto|NoFields)$/;

const DESCRIPTION = `Records backtest sessions of trading strategies and computes their performance statistics.

A **project** groups **sessions**; a session takes **closed trades** in batches of 1 to 500, can be read and **finished**;
its **statistics** can be read at any time; historical **candles** of two feeds are served from the service's own store.

Enter your key once with **Authorize**. Times are epoch milliseconds UTC; prices, quantities and money are JSON numbers.
Errors have one shape, documented at every route.`;

/** The OpenAPI document of the routes as they are, with the limits that this service is set to. */
export function openApiDocument(app: INestApplication, environment: Environment): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Backtest Session Service')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .addApiKey({ type: 'apiKey', name: 'x-api-key', in: 'header' }, 'ApiKeyAuth')
    .addSecurityRequirements('ApiKeyAuth');
  if (environment.BASE_PATH) config.addServer(environment.BASE_PATH);
  const document = SwaggerModule.createDocument(app, config.build(), {
    // Where the service is shown is said by the server's address; the paths stay those of the contract.
    ignoreGlobalPrefix: true,
    operationIdFactory: (controller, method) =>
      `${controller.replace(/Controller$/, '').toLowerCase()}_${method}`,
  });
  setTradeMinimum(document, environment.TRADE_MINIMUM);
  openHealthRoutes(document);
  closeInputs(document);
  return document;
}

/** The least quantity and price are a setting, which no decorator can know. */
function setTradeMinimum(document: OpenAPIObject, minimum: number): void {
  const schema = document.components?.schemas?.['TradeInput'];
  if (!schema || !('properties' in schema)) throw new Error('the document has no schema TradeInput');
  for (const field of ['qty', 'entryPrice', 'exitPrice']) {
    Object.assign(schema.properties?.[field] ?? {}, { minimum: Math.max(minimum, AMOUNT.minimum ?? 0) });
  }
}

/** Unknown fields of a request are refused, which the document says too. */
function closeInputs(document: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (INPUT_NAME.test(name)) Object.assign(schema, { additionalProperties: false });
  }
}

function openHealthRoutes(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    if (path.startsWith('/health/') && item.get) item.get.security = [];
  }
}

export function serveOpenApi(app: INestApplication, environment: Environment): void {
  SwaggerModule.setup(
    `${environment.BASE_PATH}${DOCS_PATH}`.slice(1),
    app,
    () => openApiDocument(app, environment),
    {
      jsonDocumentUrl: `${environment.BASE_PATH}/docs-json`.slice(1),
      swaggerOptions: { persistAuthorization: true, tryItOutEnabled: true, displayRequestDuration: true },
      customSiteTitle: 'Backtest Session Service',
    },
  );
}
