import { Global, Injectable, Module } from '@nestjs/common';
import type { RequestHandler } from 'express';

/** The page for people that a module may serve. A step of each request, before the key of the caller is read. */
@Injectable()
export class PeoplePage {
  /** Path of the page, below the base path; undefined if no module serves a page. */
  path: string | undefined;

  handler: RequestHandler = (_request, _response, next) => next();

  /** @param handler calls `next` for all requests that are not for the page */
  serve(path: string, handler: RequestHandler): void {
    this.path = path;
    this.handler = handler;
  }
}

@Global()
@Module({ providers: [PeoplePage], exports: [PeoplePage] })
export class PeoplePageModule {}
