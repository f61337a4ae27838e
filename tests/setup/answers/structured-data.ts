import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';

type Node = { '@type': string } & Record<string, unknown>;

const BLOCK = /<script type="application\/ld\+json">(.*?)<\/script>/gs;

export function describedIn(html: string): Record<string, Node> {
  const graphs = [...html.matchAll(BLOCK)].map(([, json]) => JSON.parse(json ?? '') as object);
  const nodes = graphs.flatMap((graph) => (graph as { '@graph': Node[] })['@graph']);
  return Object.fromEntries(nodes.map((node) => [node['@type'], node]));
}

/**
 * Breaches of Google's rules, and classes and properties that schema.org does not have; not the
 * advice about optional properties, such as a colour.
 */
export async function complaintsAbout(html: string): Promise<string[]> {
  const found = new WebAutoExtractor({ addLocation: true }).parse(html);
  read ??= readVocabulary();
  const issues = await new Validator(read).validate(found);
  return issues
    .filter(({ severity, errorType }) => severity === 'ERROR' || errorType === 'schemaOrg')
    .map(({ issueMessage }) => issueMessage);
}

let read: object | undefined;

const CLASS = /^(?:export )?interface (\w+?)(?:Base|Leaf) extends ([^{]+) \{\n(.*?)^\}/gms;
const PROPERTY = /^ {4}"(\w+)"\?:/gm;

function readVocabulary() {
  const types = createRequire(import.meta.url)
    .resolve('schema-dts')
    .replace(/\.js$/, '.d.ts');
  const parents = new Map<string, Set<string>>();
  const owners = new Map<string, Set<string>>();
  for (const [, name = '', bases = '', body = ''] of readFileSync(types, 'utf8').matchAll(CLASS)) {
    const known = parents.get(name) ?? new Set();
    for (const [, base = ''] of bases.matchAll(/(\w+)Base/g)) if (base !== name) known.add(base);
    parents.set(name, known);
    for (const [, property = ''] of body.matchAll(PROPERTY))
      owners.set(property, (owners.get(property) ?? new Set()).add(name));
  }
  const ids = (names: Iterable<string>) => [...names].map((name) => ({ '@id': `schema:${name}` }));
  const classes = [...parents].map(([name, above]) => ({
    '@id': `schema:${name}`,
    '@type': 'rdfs:Class',
    'rdfs:subClassOf': ids(above),
  }));
  const properties = [...owners].map(([name, domains]) => ({
    '@id': `schema:${name}`,
    '@type': 'rdf:Property',
    'schema:domainIncludes': ids(domains),
  }));
  return { '@graph': [...classes, ...properties] };
}
