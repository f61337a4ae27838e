/** Code that occurs once in a file, and its replacement. */
type Edit = { file: string; find: string; put: string };

/**
 * Removes a guard. If two guards protect the same promise, both are removed, because either would
 * keep it.
 */
export type Mutation = {
  name: string;
  /** The rule that it removes, as a sentence. */
  removes: string;
  edits: Edit[];
  /** The tests that must notice, as paths below tests/; only those whose names match `named`. */
  tests: string[];
  named?: string;
  /** Races need a real PostgreSQL; tests without a database are pure. */
  project: 'pure' | 'embedded' | 'postgres';
};

export const edit = (file: string, find: string, put: string): Edit => ({
  file: `src/${file}`,
  find,
  put,
});
