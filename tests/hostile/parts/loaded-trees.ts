import { fileURLToPath } from 'node:url';

export type LoadedTree = {
  folder: string;
  label: string;
  isBound: boolean;
};

const folder = fileURLToPath(new URL('../../..', import.meta.url));
const against = process.env.HOSTILE_AGAINST;

export const thisTree: LoadedTree = { folder, label: against ? 'now, ' : '', isBound: true };

/**
 * For `describe.each`: the trees under load. `npm run hostile -- --against DIR` names another one,
 * and then each has two turns in alternation, so that a change of the machine's speed shows as a
 * difference between the turns of one tree.
 */
export const loadedTrees: LoadedTree[] = against
  ? [1, 2].flatMap(() => [{ folder: against, label: 'before, ', isBound: false }, thisTree])
  : [thisTree];
