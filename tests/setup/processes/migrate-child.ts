import { migratePostgres } from '#server/db/migrate.ts';

process.on('message', async ({ migrate }: { migrate: string }) => {
  try {
    await migratePostgres(migrate);
    process.send?.('migrated');
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    process.send?.(reason instanceof Error ? reason.message : 'failed');
  }
});
process.send?.('ready');
