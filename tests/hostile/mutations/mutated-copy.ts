import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mutation } from './mutation.ts';

const COPIED =
  'src tests drizzle deploy package.json package-lock.json tsconfig.json vite.config.ts'.split(' ');

export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'soko-mutations-'));
  for (const name of COPIED) cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

export async function withoutGuard<T>(
  copy: string,
  edits: Mutation['edits'],
  run: () => Promise<T>,
): Promise<T> {
  const before = new Map<string, string>();
  try {
    for (const edit of edits) {
      const path = join(copy, edit.file);
      const whole = readFileSync(path, 'utf8');
      if (!before.has(path)) before.set(path, whole);
      writeFileSync(path, textWithout(edit, whole));
    }
    return await run();
  } finally {
    for (const [path, whole] of before) writeFileSync(path, whole);
  }
}

/**
 * Finds code in any layout: spaces, line breaks and trailing commas do not count.
 * @throws Error unless it occurs once: the guard has moved and the mutation must follow it
 */
export function textWithout(
  { file, find, put }: Mutation['edits'][number],
  whole = readFileSync(file, 'utf8'),
): string {
  const tokens = find.match(/[\p{L}\p{N}_$]+|\S/gu) ?? [];
  const pattern = tokens
    .map((token) => (/[)\]}]/.test(token) ? `,?\\s*${escaped(token)}` : escaped(token)))
    .join('\\s*');
  const parts = whole.split(new RegExp(pattern, 'u'));
  if (parts.length !== 2)
    throw new Error(`${file} holds ${parts.length - 1} times, not once: ${find}`);
  return parts.join(put);
}

const escaped = (token: string) => token.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
