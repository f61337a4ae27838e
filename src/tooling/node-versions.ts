import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

/** Measurements on one version don't apply to the other. */
export function nodeVersions(
  dockerfile = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8'),
): string {
  const shipped = new Set(
    [...dockerfile.matchAll(/^FROM node:(\d+\.\d+\.\d+)-/gm)].map(([, version]) => version),
  );
  const [version] = shipped;
  if (!version || shipped.size > 1)
    throw new Error('The Dockerfile builds and serves with one exact version of Node.js');
  return `Node ${process.version} (the image ships v${version})`;
}
