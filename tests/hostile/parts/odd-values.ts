import fc from 'fast-check';

export const INTERNALS =
  /\n\s+at |node_modules|\.ts:\d|Failed query|insert into|select "|update "|violates|relation "|duplicate key|postgres|pglite|ZodError|TypeError|RangeError/i;

// biome-ignore format: one a line would take a page
export const oddNumbers = [
  -1, 0, -0, 0.1, 1e308, -1e308, 5e-324, 1e-46, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 1e21,
  -(2 ** 31) - 1, 0.005, 99.999,
];

// biome-ignore format: as above
export const oddTexts = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udc00y', '\u202egnp.exe', '\u2066x\u2069',
  '\ufeff', '\u2028', '\r\nBcc: b@x.ke', '\u200b', "'; drop table users; --", "' or 1=1 --",
  '%', '_', '\\', '{{7*7}}', '<script>alert(1)</script>', '../../etc/passwd',
  '1', '-1', '1e308', 'NaN', 'null', 'undefined', 'true', '__proto__', 'constructor', 'toString',
  '２', '٣', 'é', 'e\u0301', '🌽'.repeat(50), '2026-02-30', '0000-00-00', '99999-01-01',
  '2026-03-02T06:00:00Z', '+254712345678', 'a@x.ke', '123456', 'a'.repeat(5000), 'ﷺ'.repeat(300),
];

const keys = fc.constantFrom(
  ...['email', 'password', 'location', 'lines', '__proto__', 'constructor'],
  ...['length', 'then', 'toJSON', '0', ''],
);

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddNumbers) },
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]]) },
  { weight: 1, arbitrary: fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 5, max: 1000 }).map(nested) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

export function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner).map((path) => [key, ...path]),
  ]);
}

export function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | undefined)?.[key],
    value,
  );
}

export function replaced<T>(value: T, [key, ...rest]: string[], part: unknown): T {
  if (key === undefined) return part as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  const changed = rest.length > 0 ? replaced(copy[key], rest, part) : part;
  const own = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(copy, key, { ...own, value: changed });
  return copy as T;
}
