import { readSources } from '#tests/setup/imports.ts';

/** Reading use cases, constants and classes, and functions that only make texts and links. */
const READS =
  /^(list|find|count|read|get)[A-Z]|^(mediaUrl|outgoingKinds|writeLetter|letters)$|^[A-Z]/;
const isUseCase = (target: string) =>
  /^src\/features\/(?!operator)[\w-]+\/server\//.test(target) && !/queries\.ts$/.test(target);

test('operators change other features only in operations, which write the log', () => {
  const sources = readSources('src/features/operator/server').filter(
    ({ path }) => !path.includes('/operations/'),
  );
  const changes = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, isTypeOnly }) => !isTypeOnly && isUseCase(target))
      .flatMap(({ names }) => names)
      .filter((name) => !READS.test(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(changes).toEqual([]);
  expect(sources.length).toBeGreaterThan(15);
});

test("an operation's work is done only by perform and approve, which write its row", () => {
  const doing = readSources('src/features/operator', 'src/features/privacy', 'src/app').filter(
    ({ imports }) =>
      imports.some(
        ({ target, names }) =>
          target.endsWith('/operations/operation.ts') &&
          names.some((name) => name === 'definitionOf' || name === '*'),
      ),
  );
  expect(doing.map(({ path }) => path)).toEqual([
    'src/features/operator/server/operations/perform.ts',
  ]);
});
