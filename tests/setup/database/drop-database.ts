import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';

const INSUFFICIENT_PRIVILEGE = '42501';
const PAUSE_MILLISECONDS = 200;

export async function dropDatabase(admin: Sql, name: string): Promise<void> {
  for (;;) {
    try {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || error.code !== INSUFFICIENT_PRIVILEGE)
        throw error;
      await pause(PAUSE_MILLISECONDS);
    }
  }
}
