import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putIntoDocument } from '#tooling/documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'soko-document-'));
const document = join(folder, 'page.md');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a place in a document is replaced, and nothing around it changes', () => {
  writeFileSync(document, 'before\n<!-- bench -->\nold\n<!-- /bench -->\nafter\n');
  putIntoDocument(document, { name: 'bench', text: '| $& new |' });
  expect(readFileSync(document, 'utf8')).toBe(
    'before\n<!-- bench -->\n| $& new |\n<!-- /bench -->\nafter\n',
  );
});

test('a place in a document that is missing is an error', () => {
  expect(() => putIntoDocument(document, { name: 'hostile', text: 'x' })).toThrow(
    'no place for hostile',
  );
});
