import { readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { projectRoot } from '../server/project-root.ts';

/**
 * Puts a text between <!-- name --> and <!-- /name --> of a document, in place of what stood there.
 * @param document its path from the project's root
 * @throws Error when the document has no such place
 */
export function putIntoDocument(document: string, { name, text }: { name: string; text: string }) {
  const path = isAbsolute(document) ? document : join(projectRoot, document);
  writeFileSync(path, withPart(readFileSync(path, 'utf8'), { name, text }));
}

/**
 * The same on the document's text.
 * @throws Error when the text has no such place
 */
export function withPart(document: string, { name, text }: { name: string; text: string }): string {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [at, until] = [document.indexOf(begin), document.indexOf(end)];
  if (at < 0 || until < at) throw new Error(`The document has no place for ${name}`);
  return `${document.slice(0, at + begin.length)}${text}\n${document.slice(until)}`;
}
