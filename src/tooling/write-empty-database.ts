import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dumpEmptyDatabase, emptyDatabaseFile } from '#server/db/open-embedded.ts';

// Part of `npm run build`. Replaces the file of an earlier build with other migrations.
if (!existsSync(emptyDatabaseFile)) {
  const [folder, name] = [dirname(emptyDatabaseFile), basename(emptyDatabaseFile)];
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(folder))
    if (other.startsWith('empty-database-')) rmSync(join(folder, other));
  const dump = await dumpEmptyDatabase();
  // Written under another name first, so that a broken build leaves no half of it.
  writeFileSync(join(folder, `.${name}`), dump);
  renameSync(join(folder, `.${name}`), emptyDatabaseFile);
}
