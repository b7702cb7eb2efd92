import { type TestApp, startTestApp } from './app.js';

let app: Promise<TestApp> | undefined;

/** Returns the app that all parts of a suite share. It is closed after the suite. */
export const sharedTestApp = (): Promise<TestApp> => (app ??= startTestApp());

afterAll(async () => (await app)?.close());
