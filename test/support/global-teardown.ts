import { rm } from 'node:fs/promises';

export default async function globalTeardown(): Promise<void> {
  await globalThis.testDatabase?.remove();
  await rm(process.env['TEST_RUN_DIRECTORY'] ?? '', { recursive: true, force: true });
}
