type Edit = { file: string; find: string; put: string };

type Named = {
  name: string;
  removes: string;
  /** The tests that must notice, as paths below tests/; only those whose names match `named`. */
  tests: string[];
  named?: string;
};
type Project = 'pure' | 'embedded' | 'postgres';

export type Mutation = Named & { edits: Edit[]; project: Project };

/** `also`: if two guards in a file protect the same promise, either would keep it. */
export type Guard = Named & {
  file: string;
  find: string;
  put?: string;
  also?: { find: string; put: string };
  project?: Project;
};

export const edit = (file: string, find: string, put: string): Edit => ({
  file: `src/${file}`,
  find,
  put,
});

export const without = (guard: Guard): Mutation => {
  const { file, find, put = '', also, project = 'embedded', ...named } = guard;
  const edits = [{ find, put }, ...(also ? [also] : [])];
  return { ...named, project, edits: edits.map((one) => edit(file, one.find, one.put)) };
};
