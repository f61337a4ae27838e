type Defined<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** The fields that have a value, null included. A merge with them keeps what they leave out. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  // A cast, because entries lose the names.
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
