import express, { type RequestHandler, type Response } from 'express';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESK_PATH } from '../../platform/config/desk-path.js';
import { Environment } from '../../platform/config/environment.js';
import { nothingAt } from '../../shared/problems/problem.js';
import { PAGE_BUILD } from './page-build.js';

/** Assets are the same for all callers, and their content never changes. */
const KEEP_FOR_A_YEAR = 'public, max-age=31536000, immutable';
const PAGE = 'index.html';

/** The element of the page that states how the page authenticates its requests. */
const WITH_KEY = '<meta name="desk-auth" content="key"';
const WITH_GATEWAY = '<meta name="desk-auth" content="gateway"';

/**
 * Serves the review desk: one page, whose routes are in the fragment of the address, and assets, whose names change
 * with their content.
 */
export function serveDesk({ BASE_PATH, isBehindSignIn }: Environment): RequestHandler {
  const page = `${BASE_PATH}${DESK_PATH}`;
  const assets = express.static(`${PAGE_BUILD}/assets`, {
    setHeaders: (response) => response.setHeader('Cache-Control', KEEP_FOR_A_YEAR),
    index: false,
    redirect: false,
  });
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { path } = request;
    // The page refers to its assets by relative addresses, so its address must end with a slash.
    if (path === page) return response.redirect(308, 'desk/');
    if (path === `${page}/`) {
      if (isBehindSignIn) return sendPageBehindSignIn(response);
      return response.sendFile(PAGE, { root: PAGE_BUILD, cacheControl: false });
    }
    if (!path.startsWith(`${page}/assets/`)) return next();
    const { url } = request;
    request.url = url.slice(`${page}/assets`.length);
    assets(request, response, () => {
      request.url = url;
      next(nothingAt(path));
    });
  };
}

/** Sends the page in the form for a gateway that signs people in. In this form, the page does not ask for a key. */
async function sendPageBehindSignIn(response: Response): Promise<void> {
  const page = await readFile(join(PAGE_BUILD, PAGE), 'utf8');
  if (!page.includes(WITH_KEY)) throw new Error(`${PAGE} lacks ${WITH_KEY}`);
  response.type('html').send(page.replace(WITH_KEY, WITH_GATEWAY));
}
