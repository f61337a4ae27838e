/** Text of a file that occurs in it once, and what stands there instead. */
type Edit = { file: string; find: string; put: string };

/** A guard taken away. Where two guards stand behind one another both are: each alone would keep the promise. */
export type Mutation = {
  name: string;
  /** What it takes away, as a sentence. */
  removes: string;
  edits: Edit[];
  /** The tests that must notice, below tests/; of them those whose names match `named`. */
  tests: string[];
  named?: string;
  /** Races show on a real PostgreSQL alone; what needs no database is pure. */
  project: 'pure' | 'embedded' | 'postgres';
};

export const edit = (file: string, find: string, put: string): Edit => ({ file: `src/server/${file}`, find, put });
