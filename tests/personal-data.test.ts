import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, integer, PgTable, pgTable, text } from 'drizzle-orm/pg-core';
import { personalData } from '#app/features.ts';
import { createDatabase } from '#server/database.ts';
import {
  declarationOf,
  exportedColumns,
  notPersonal,
  personal,
  splitNames,
} from '#server/tables.ts';
import { readSources, root } from '#tests/setup/imports.ts';

const files = readSources('src').filter(({ path }) =>
  /\/server\/(db\/)?tables(\/|\.ts)/.test(path),
);
const modules = await Promise.all(files.map(({ path }) => import(join(root, path))));
const tables = modules
  .flatMap((module) => Object.values<unknown>(module))
  .filter((value) => is(value, PgTable));

const declared = (table: PgTable) => {
  const declaration = declarationOf(table);
  return declaration === 'notPersonal' ? undefined : declaration;
};
const ownersIn = (table: PgTable) => {
  const of = declared(table)?.of ?? '';
  return typeof of === 'string' ? splitNames(of) : Object.keys(of);
};

test('every table says whether it is about farmers and buyers', () => {
  expect(tables.length).toBeGreaterThan(50);
  expect(tables.filter((table) => !declarationOf(table)).map(getTableName)).toEqual([]);
});

test('a declaration that forgets a column, or names another, does not compile', () => {
  const notes = pgTable('notes', { userId: integer(), text: text() });
  // @ts-expect-error: text is not named
  personal(notes, { of: 'userId' });
  // @ts-expect-error: there is no column "title"
  personal(notes, { of: 'userId', exported: 'text title' });
  personal(notes, { of: 'userId', exported: 'text' });
  notPersonal(notes);
});

/** Whether deleting an account deletes the rows that refer to it by this column. */
const goesWithAccount = (table: PgTable, owner: string): boolean =>
  getTableConfig(table).foreignKeys.some((key) => {
    const { columns, foreignTable } = key.reference();
    if (columns[0] !== getTableColumns(table)[owner] || key.onDelete !== 'cascade') return false;
    if (getTableName(foreignTable) === 'users') return true;
    return ownersIn(foreignTable).every((name) => goesWithAccount(foreignTable, name));
  });

test('rows outlive the account for a reason alone', () => {
  const staying = tables.filter((table) => {
    const owners = ownersIn(table);
    const goes = owners.length > 0 && owners.every((name) => goesWithAccount(table, name));
    return declared(table) && getTableName(table) !== 'users' && !goes;
  });
  const said = tables.filter((table) => declared(table)?.kept ?? declared(table)?.isDeleted);
  expect(staying.map(getTableName).sort()).toEqual(said.map(getTableName).sort());
});

test('the export reads every column that is declared as exported', async () => {
  const statements: string[] = [];
  const db = createDatabase(
    async ({ text }) => {
      statements.push(text);
      return [];
    },
    (work) => work(db),
  );
  for (const { single = {}, lists = {} } of personalData) {
    for (const read of Object.values(single)) await read(db, 1);
    for (const read of Object.values(lists)) await read(db, 1, { limit: 1, offset: 0 });
  }
  const isRead = (table: string, column: string) =>
    statements.some((statement) => {
      const [selected = '', rest = ''] = statement.split(' from ');
      const name = rest.startsWith(`"${table}"`) ? `"${column}"` : `"${table}"."${column}"`;
      return selected.includes(name);
    });
  const unread = tables.filter(declared).flatMap((table) => {
    const { exported = '' } = declared(table) ?? {};
    const people = typeof exported === 'string' ? [undefined] : Object.keys(exported);
    return people
      .flatMap((of) => Object.values(exportedColumns(table, of)))
      .filter(({ name }) => !isRead(getTableName(table), name))
      .map(({ name }) => `${getTableName(table)}.${name}`);
  });
  expect(unread).toEqual([]);
});
