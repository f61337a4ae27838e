import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from './sources.ts';

/**
 * Fetches one pinned package from the registry into a folder and unpacks it there, without installing it: no script of its own runs.
 * @returns the folder with its package.json
 * @throws when the bytes are not those that were pinned
 */
export function fetchPackage({ name, version, integrity }: Source, folder: string): string {
  const answer = execFileSync('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', folder], {
    encoding: 'utf8',
  });
  const [packed] = JSON.parse(answer) as { filename: string }[];
  if (!packed) throw new Error(`npm packed nothing for ${name}`);
  const archive = join(folder, packed.filename.replace('@', '').replace('/', '-'));
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${version} is ${found}, not the pinned ${integrity}`);
  const unpacked = join(folder, name.replace('/', '-'));
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', archive, '-C', unpacked]);
  return join(unpacked, 'package');
}
