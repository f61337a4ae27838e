import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const README = fileURLToPath(new URL('../../README.md', import.meta.url));

/**
 * Puts a text between <!-- name --> and <!-- /name --> of the README, in place of what stood there.
 * @throws Error when the README has no such place
 */
export function putIntoReadme(name: string, text: string, readme = README) {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const whole = readFileSync(readme, 'utf8');
  const [at, until] = [whole.indexOf(begin), whole.indexOf(end)];
  if (at < 0 || until < at) throw new Error(`The README has no place for ${name}`);
  writeFileSync(readme, `${whole.slice(0, at + begin.length)}${text}\n${whole.slice(until)}`);
}
