import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migratePostgres } from '#server/db/migrate.ts';
import { dropDatabase } from '#tests/setup/database/drop-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
  }
}

export default async function setUp(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set');
  const template = `sokoshamba_test_${process.pid}_${Date.now()}`;
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${template}`);
  await migratePostgres(databaseUrl(url, template));
  project.provide('template', template);
  return async () => {
    const copies =
      await admin`select datname from pg_database where datname like ${`${template}%`}`;
    for (const { datname } of copies) await dropDatabase(admin, datname);
    await admin.end();
  };
}

export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
