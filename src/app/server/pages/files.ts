import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Context } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { LRUCache } from 'lru-cache';
import { SERVICE_WORKER_PATH } from '#platform/rules/service-worker.ts';
import { projectRoot } from '#platform/server/project-root.ts';
import { etagOf, type StoredAnswer, sendStored } from '#platform/server/stored-answers.ts';

export const webFolder = join(projectRoot, 'dist', 'web');

const HASHED = 'public, max-age=31536000, immutable';
const NAMED = 'public, max-age=3600';
/** For the service worker, whose behaviour must match the server's. */
const ASKED_EACH_TIME = 'no-cache';
const HIDDEN = /^\/(pages|\.vite)\//;
const COMPRESSED = /\.(br|gz)$/;

/**
 * Files stay in memory after their first request, a few megabytes in all. serveStatic of
 * @hono/node-server has no ETag and reads the disk synchronously
 * (docs/decisions/0077-libraries-in-place-of-our-own.md). The handler returns null for other paths.
 */
export async function createFileHandler(
  checkBuild: () => Promise<void>,
): Promise<(c: Context) => Promise<Response | null>> {
  const available = new Set(await listFiles(webFolder));
  const stored = new LRUCache<string, StoredAnswer>({
    max: available.size,
    fetchMethod: async (path) => {
      const file = await readStored(path, available);
      await checkBuild();
      return file;
    },
  });
  return async (c) => {
    const { path } = c.req;
    if (!available.has(path) || HIDDEN.test(path) || COMPRESSED.test(path)) return null;
    return sendStored(c, await stored.forceFetch(path));
  };
}

async function readStored(path: string, available: Set<string>): Promise<StoredAnswer> {
  const read = async (name: string) => new Uint8Array(await readFile(join(webFolder, name)));
  const body = await read(path);
  return {
    contentType: contentTypeOf(path),
    cacheControl: cacheControlOf(path),
    vary: [],
    etag: etagOf(body),
    body,
    encoded: {
      ...(available.has(`${path}.br`) && { br: await read(`${path}.br`) }),
      ...(available.has(`${path}.gz`) && { gzip: await read(`${path}.gz`) }),
    },
  };
}

function cacheControlOf(path: string): string {
  if (path === SERVICE_WORKER_PATH) return ASKED_EACH_TIME;
  return path.startsWith('/assets/') ? HASHED : NAMED;
}

function contentTypeOf(path: string): string {
  if (path.endsWith('.webmanifest')) return 'application/manifest+json';
  return getMimeType(path) ?? 'application/octet-stream';
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(
      (entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`,
    );
}
