import type { BreadcrumbList, Graph, Thing } from 'schema-dts';
import { findCrop } from '#products/rules/crops.ts';
import { inScript } from '../page-template.ts';

/**
 * Describes a page in the vocabulary of schema.org. Browsers don't execute the block, so the CSP
 * allows it.
 */
export function jsonLd(things: readonly Thing[]): string {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  return `<script type="application/ld+json">${inScript(JSON.stringify(graph))}</script>`;
}

type Step = { name: string; path: string };

export const breadcrumbs = (publicUrl: string, steps: readonly Step[]): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${publicUrl}${path}`,
  })),
});

const AGROVOC = 'http://aims.fao.org/aos/agrovoc';

/** The AGROVOC concept; null without a crop, or for one without a concept. */
export function cropConcept(id: string | null) {
  const crop = id ? findCrop(id) : null;
  if (!crop?.agrovoc) return null;
  return {
    '@type': 'CategoryCode',
    name: crop.english,
    codeValue: crop.agrovoc.slice(AGROVOC.length + 1),
    inCodeSet: AGROVOC,
    url: crop.agrovoc,
  } as const;
}
