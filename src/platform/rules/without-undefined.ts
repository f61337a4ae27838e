type Defined<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** Keeps null. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  // Entries lose the names.
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
