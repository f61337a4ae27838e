import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/platform/server/db/schema/*.ts',
  out: './drizzle',
});
