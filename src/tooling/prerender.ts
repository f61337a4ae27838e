import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '#server/escape-html.ts';
import { type Language, languages } from '#shared/language.ts';
import { routes } from '#shared/routes.ts';
import { m } from '#shared/text/compiled/messages.js';
import { ENTRY_MODULE, type Manifest, readManifest, scriptsOf } from './manifest.ts';
import { type BuiltPage, FARM_PAGE, MARKET_PAGE, NOT_FOUND_PAGE, PRODUCT_PAGE, publicPages, SHELL_NAME } from './pages.ts';

type Renderer = typeof import('../web/app/prerender.tsx');
type Page = { language: Language; title: string; html: string; head: string };

const openGraphLocales: Record<Language, string> = { en: 'en_KE', sw: 'sw_KE' };

/**
 * Writes every public page in every language to <webFolder>/pages, and the shell, robots.txt and sitemap.xml next to them. All
 * of these hold placeholders such as %PUBLIC_URL% that the server fills in when it starts.
 */
export async function prerender(webFolder: string, { render, renderShell }: Renderer): Promise<void> {
  const indexFile = join(webFolder, 'index.html');
  const template = await readFile(indexFile, 'utf8');
  const manifest = await readManifest(webFolder);
  for (const language of languages) {
    const folder = join(webFolder, 'pages', language);
    await mkdir(folder, { recursive: true });
    const write = (name: string, page: Omit<Page, 'language'>) =>
      writeFile(join(folder, `${name}.html`), scriptsLast(fill(template, { ...page, language })));
    for (const page of [...publicPages, NOT_FOUND_PAGE]) {
      const rendered = await render(page.path, language);
      const head = headOf(page, { ...rendered, language }) + preloads(manifest, page);
      await write(page.name, { ...rendered, head });
    }
    const shell = `${renderShell(language)}<noscript>${escapeHtml(m.scriptNeeded({}, { locale: language }))}</noscript>`;
    await write(SHELL_NAME, {
      title: 'SokoShamba',
      html: shell,
      head: '<meta name="robots" content="noindex" />',
    });
    const market = {
      title: `${m.marketPageTitle({}, { locale: language })} · SokoShamba`,
      description: m.marketPageDescription({}, { locale: language }),
    };
    // The server puts in what is seen first (server/http/pages/market-page.ts).
    const marketHead = `${headOf(MARKET_PAGE, { ...market, language })}${preloads(manifest, MARKET_PAGE)}\n    <!--market-->`;
    await write(MARKET_PAGE.name, { title: market.title, html: shell, head: marketHead });
    // The server puts the title and tags of the product or the farm in (server/http/pages/product-page.ts, farm-page.ts).
    for (const page of [PRODUCT_PAGE, FARM_PAGE]) {
      await write(page.name, { title: 'SokoShamba', html: shell, head: `<!--${page.name}-->${preloads(manifest, page)}` });
    }
  }
  await writeFile(join(webFolder, 'pages', 'robots.txt'), robots);
  await writeFile(join(webFolder, 'pages', 'sitemap.xml'), sitemap());
  // Its placeholders were for the pages; nobody should be served this one.
  await rm(indexFile);
}

function fill(template: string, { language, title, html, head }: Page): string {
  return template
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<!--head-->', () => head)
    .replace('<!--page-->', () => html);
}

/** A page has something to show at once: on a slow line its picture and style go before the scripts that make it alive. */
function scriptsLast(html: string): string {
  return html.replaceAll(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"');
}

type Described = { title: string; description: string; language: Language };

function headOf(page: BuiltPage, { title, description, language }: Described): string {
  if (page === NOT_FOUND_PAGE) return '<meta name="robots" content="noindex" />';
  const url = `%PUBLIC_URL%${page.path}`;
  const properties = {
    'og:type': 'website',
    'og:site_name': 'SokoShamba',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:locale': openGraphLocales[language],
    'og:image': '%PUBLIC_URL%/og.png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': m.ogImageAlt({}, { locale: language }),
  };
  return [
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${url}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ');
}

/** The route's own files are asked for along with the entry's, not after it. */
function preloads(manifest: Manifest, { modules, path }: BuiltPage): string {
  const entry = new Set(scriptsOf(manifest, [ENTRY_MODULE]));
  const scripts = scriptsOf(manifest, modules).filter((file) => !entry.has(file));
  const links = scripts.map((file) => `<link rel="modulepreload" href="/${file}" />`);
  if (path === '/') links.unshift('<link rel="preload" as="image" href="/art/hero-farm.svg" fetchpriority="high" />');
  return links.map((link) => `\n    ${link}`).join('');
}

const pathsOf = (crawlers: 'listed' | 'disallowed') =>
  Object.values(routes).flatMap((route) => (route.crawlers === crawlers ? [route.path] : []));

const robots = `User-agent: *
Disallow: /api/
Disallow: /trpc/
Disallow: /demo/
${pathsOf('disallowed')
  .map((path) => `Disallow: ${path}`)
  .join('\n')}

Sitemap: %PUBLIC_URL%/sitemap.xml
`;

const sitemap = () => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pathsOf('listed')
  .map((path) => `  <url><loc>%PUBLIC_URL%${path}</loc></url>`)
  .join('\n')}
</urlset>
`;
