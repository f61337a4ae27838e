import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mutations } from '../hostile/mutations.ts';

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');

/** A guard that was rewritten would else be missed only when somebody takes the guards away, which takes an hour. */
test.each(mutations)('$name: what it takes away stands in the code, once', ({ edits }) => {
  for (const { file, find } of edits) expect(read(file).split(find), `${file}: ${find}`).toHaveLength(2);
});
