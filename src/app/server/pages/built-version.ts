import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { VERSION_HEADER, VERSION_LENGTH } from '#platform/rules/service-worker.ts';
import { projectRoot } from '#platform/server/project-root.ts';

export async function builtVersion(): Promise<string> {
  const { hash } = JSON.parse(await readFile(join(projectRoot, 'dist', 'build.json'), 'utf8'));
  return String(hash).slice(0, VERSION_LENGTH);
}

export const nameVersion =
  (version: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    c.res.headers.set(VERSION_HEADER, version);
  };
