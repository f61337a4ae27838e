import type * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { figureText, parseDecimal, roundedToHundredths } from '#rules/amounts.ts';
import { m } from '#text';

export type Typed<Input> = {
  [Field in keyof Input as NonNullable<Input[Field]> extends string | number | boolean
    ? Field
    : never]-?: NonNullable<Input[Field]> extends boolean ? boolean : string;
};
type Decoded<Input> = { [Field in keyof Typed<Input>]: Input[Field & keyof Input] | null };

/**
 * The two sides of a form, from its input's schema: texts as typed, and values that the schema then
 * checks. An empty text is null where the field is a number or can be null.
 */
export function formCodec<S extends z.ZodMiniObject>(schema: S) {
  type Input = z.input<S>;
  const kinds = Object.entries(schema.shape).flatMap(([field, type]) => {
    const kind = kindOf(type);
    return kind === 'other' ? [] : [[field, kind] as const];
  });
  const mapped =
    (change: (kind: Kind, value: unknown) => unknown) =>
    (values: object): object =>
      Object.fromEntries(
        kinds.map(([field, kind]) => [field, change(kind, Reflect.get(values, field))]),
      );
  return {
    decode: mapped((kind, typed) => {
      if (kind === 'number') return parseDecimal(String(typed));
      return kind === 'nullable' ? typed || null : typed;
    }) as (typed: Typed<Input>) => Decoded<Input>,
    encode: mapped((kind, value) =>
      kind === 'boolean' ? Boolean(value) : String(value ?? ''),
    ) as (values: Partial<Decoded<Input>>) => Typed<Input>,
  };
}

type Kind = 'number' | 'boolean' | 'nullable' | 'text' | 'other';

function kindOf(type: $ZodType, isNullable = false): Kind {
  const { def } = (type as $ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return kindOf(def.innerType, isNullable || def.type === 'nullable');
    case 'number':
    case 'boolean':
      return def.type;
    case 'object':
    case 'array':
      return 'other';
    default:
      return isNullable ? 'nullable' : 'text';
  }
}

export function RoundingNote({ text }: { text: string }) {
  const typed = parseDecimal(text);
  const rounded = typed === null ? null : roundedToHundredths(typed);
  const isRounded = typed !== null && rounded !== null && typed >= 0 && typed !== rounded;
  return (
    <span role="status" className="text-muted text-sm empty:hidden">
      {isRounded && m.roundedToTwoDecimals({ number: figureText(rounded) })}
    </span>
  );
}
