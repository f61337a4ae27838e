import type { Language } from '#platform/rules/language.ts';
import { escapeHtml } from '#platform/server/escape-html.ts';
import { m } from '#text';

export type SharePlace = { language: Language; publicUrl: string };

type SharedPage = {
  /** An Open Graph type: 'product', 'website'. */
  type: string;
  path: string;
  title: string;
  summary: string;
  /** Within the site; the default is the site's own picture. */
  image?: { url: string; alt: string } | undefined;
  more?: Record<string, string>;
};

const DESCRIPTION_LENGTH = 200;

/** Tags for link previews. Escapes all texts. */
export function shareTags(
  { type, path, title, summary, image, more }: SharedPage,
  { language, publicUrl }: SharePlace,
): string {
  const url = `${publicUrl}${path}`;
  const properties: Record<string, string> = {
    'og:type': type,
    'og:site_name': 'SokoShamba',
    'og:title': title,
    'og:description': summary,
    'og:url': url,
    'og:locale': language === 'sw' ? 'sw_KE' : 'en_KE',
    'og:image': `${publicUrl}${image?.url ?? '/og.png'}`,
    'og:image:alt': image?.alt ?? m.ogImageAlt({}, { locale: language }),
    ...more,
  };
  return [
    `<meta name="description" content="${escapeHtml(summary)}" />`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ');
}

export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, DESCRIPTION_LENGTH).replace(/[.,;:]?\s+\S*$/, '')}…`;
}
