/** The names in a text, separated by spaces or line breaks. */
export type Words<Text> = Text extends `${infer Line}\n${infer Rest}`
  ? Words<Line> | Words<Rest>
  : Text extends `${infer Word} ${infer Rest}`
    ? Words<Word> | Words<Rest>
    : Exclude<Text, ''>;

type Known<From, Names> = [Exclude<Words<Names>, keyof From>] extends [never]
  ? unknown
  : { unknown: Exclude<Words<Names>, keyof From> };

/** Columns of a table, or fields of a row, by names that are separated by spaces. */
export const pick = <From extends object, const Names extends string>(
  from: From,
  ...names: (Names & Known<From, Names>)[]
) =>
  Object.fromEntries(
    names.flatMap((line) => line.split(' ')).map((name) => [name, Reflect.get(from, name)]),
  ) as Pick<From, Words<Names> & keyof From>;
