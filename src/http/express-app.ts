import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { IncomingMessage, ServerResponse, createServer } from 'node:http';

/**
 * Express, whose requests and answers are made as its own from the start. By itself it changes the prototype of each
 * one that Node has made, and then nothing that V8 has learnt about such objects holds: that costs several times what
 * everything else in a request does.
 */
export class ExpressApp extends ExpressAdapter {
  constructor() {
    super(express().enable('case sensitive routing'));
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    this.httpServer = createServer(classesOf(app), app);
  }
}

/** Classes with the prototypes that Express gives to requests and answers: it finds nothing left to change. */
function classesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
