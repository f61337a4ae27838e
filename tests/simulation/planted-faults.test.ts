import { textWithout } from '#tests/hostile/mutations/mutated-copy.ts';
import { mutations } from '#tests/hostile/mutations/mutations.ts';
import { plantedFaults } from './planted-faults.ts';

test.each([...mutations, ...plantedFaults])(
  'The code that a mutation or planted fault changes is in its file once: $name',
  ({ edits }) => {
    for (const edit of edits) expect(textWithout(edit)).not.toBe('');
  },
);
