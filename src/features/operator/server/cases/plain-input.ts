/** Lists, such as the lines of an order, are JSON. */
export function plainInput(input: unknown): Record<string, string | number | boolean> {
  if (typeof input !== 'object' || input === null) return {};
  const plain: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      plain[name] = value;
    else if (Array.isArray(value)) plain[name] = JSON.stringify(value);
  }
  return plain;
}
