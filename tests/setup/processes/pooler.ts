import type { TestProject } from 'vitest/node';
import { startPgBouncer } from './pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    pooler?: string;
  }
}

let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined;

export async function setup(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL ?? '';
  pooler = await startPgBouncer(url);
  project.provide('pooler', new URL(pooler.through(url)).host);
}

export const teardown = () => pooler?.stop();
