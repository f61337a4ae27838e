import { escapeHtml } from '#platform/server/escape-html.ts';
import type { JsonSchema } from '#platform/server/openapi/json-schemas.ts';

/**
 * The fields of an object with their types and meanings. Objects within have their names dotted.
 */
export function fieldsTable(schema: JsonSchema): string {
  const rows = rowsOf(schema);
  if (rows.length === 0) return '<p>No fields.</p>';
  return `<div class="scroll"><table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function rowsOf(schema: JsonSchema, prefix = ''): string[] {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    const row = `<tr><td><code>${escapeHtml(prefix + name)}</code>${isRequired ? '' : ' <i>optional</i>'}</td><td>${typeOf(field)}</td><td>${prose(field.description ?? '')}</td></tr>`;
    return [row, ...innerRows(field, `${prefix}${name}.`)];
  });
  return [...new Set([...own, ...alternatives.flatMap((one) => rowsOf(one, prefix))])];
}

const innerRows = (field: JsonSchema, prefix: string): string[] =>
  [field, ...(field.anyOf ?? []), ...(field.items ? [field.items] : [])].flatMap((inner) =>
    inner.properties ? rowsOf({ ...inner, anyOf: [] }, prefix) : [],
  );

/** A sentence, in which names between backticks are code. */
export const prose = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** "integer", "list of Photo", "text or null". */
function typeOf(field: JsonSchema): string {
  if (field.$ref) {
    const name = escapeHtml(field.$ref.slice(field.$ref.lastIndexOf('/') + 1));
    return `<a href="#object-${name}">${name}</a>`;
  }
  if (field.anyOf) return [...new Set(field.anyOf.map(typeOf))].join(' or ');
  if ('const' in field) return `<code>${escapeHtml(JSON.stringify(field.const))}</code>`;
  if (field.enum)
    return field.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  const types = [field.type ?? ''].flat();
  if (types[0] === 'array') return `list of ${field.items ? typeOf(field.items) : 'anything'}`;
  return types.map((type) => names[(type !== 'null' && field.format) || type] ?? type).join(' or ');
}

const names: Record<string, string> = {
  '': 'anything',
  string: 'text',
  'date-time': 'moment',
  date: 'day',
  binary: 'file',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};
