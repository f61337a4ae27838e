import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shareTags } from '#app/server/pages/page-head.ts';
import { HEAD_MARK, markShell, NO_INDEX } from '#app/server/pages/page-template.ts';
import { crops } from '#products/rules/crops.ts';
import { languages } from '#rules/language.ts';
import { routes } from '#rules/routes.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { m } from '#text';
import {
  type BuiltPage,
  ENTRY_MODULE,
  FARM_PAGE,
  LOADER_MODULE,
  MARKET_PAGE,
  MARKET_STYLES,
  type Manifest,
  NOT_FOUND_PAGE,
  OFFER_STYLES,
  OFFLINE_NAME,
  PRICE_PAGES,
  PRICE_STYLES,
  PRODUCT_PAGE,
  publicPages,
  readManifest,
  SCREENS_MODULE,
  SHELL_NAME,
  scriptsOf,
  stylesOf,
} from './built-files.ts';

type Renderer = Pick<
  typeof import('#app/web/render-page.tsx'),
  'prerender' | 'renderShell' | 'renderOffline'
>;
type Built = { webFolder: string; version: string };
type Build = { webFolder: string; manifest: Manifest };
type Page = { language: Language; title: string; html: string; head: string; notice?: string };

/** The server fills in placeholders such as %PUBLIC_URL% at start. */
export async function prerenderPages(
  { webFolder, version }: Built,
  { prerender, renderShell, renderOffline }: Renderer,
) {
  const indexFile = join(webFolder, 'index.html');
  const build = { webFolder, manifest: await readManifest(webFolder) };
  const plain = withVersion(withoutPreloads(await readFile(indexFile, 'utf8')), version);
  const screen = withStyles(plain, build, [ENTRY_MODULE, SCREENS_MODULE]);
  const marketPage = await renderedTemplate(screen, build, MARKET_STYLES);
  const offerPage = await renderedTemplate(screen, build, OFFER_STYLES);
  const pricesPage = await renderedTemplate(screen, build, PRICE_STYLES);
  for (const language of languages) {
    const folder = join(webFolder, 'pages', language);
    await mkdir(folder, { recursive: true });
    const write = (name: string, page: Omit<Page, 'language'>, template = plain) =>
      writeFile(join(folder, `${name}.html`), fill(template, { ...page, language }));
    for (const page of [...publicPages, NOT_FOUND_PAGE]) {
      const rendered = await prerender(page.path, language);
      const isForm = rendered.html.includes('<form');
      const head =
        headOf(page, { ...rendered, language }) +
        (await preloads(build, page, { isStartedLate: true })) +
        (isForm ? '' : WITHOUT_SCRIPT);
      const styled = withStyles(plain, build, [ENTRY_MODULE, ...page.modules]);
      const notice = (isForm ? needsScript(language) : '') + scriptsFailed(language);
      await write(page.name, { ...rendered, head, notice }, startedLate(styled, build));
    }
    const shell = renderShell(language);
    await write(
      SHELL_NAME,
      {
        title: 'SokoShamba',
        html: shell,
        // Without JavaScript the shell is hidden, because it would never finish loading.
        head: `<meta name="robots" content="noindex" />${await preloads(build, NOT_FOUND_PAGE)}<noscript><style>#root{display:none}</style></noscript>`,
        notice: needsScript(language),
      },
      screen,
    );
    // The script would render the page of the address.
    await write(
      OFFLINE_NAME,
      { ...renderOffline(language), head: NO_INDEX },
      screen.replace(MAIN_SCRIPT, ''),
    );
    const notice = withoutScript(language);
    const market = {
      title: `${m.marketPageTitle({}, { locale: language })} · SokoShamba`,
      description: m.marketPageDescription({}, { locale: language }),
    };
    // The server replaces the shell and completes the head (app/server/pages/rendered-page.ts).
    const preloaded = (page: BuiltPage) => preloads(build, page, { isStartedLate: true });
    const marketHead = `${headOf(MARKET_PAGE, { ...market, language })}${await preloaded(MARKET_PAGE)}${WITHOUT_SCRIPT}${HEAD_MARK}`;
    await write(
      MARKET_PAGE.name,
      { title: market.title, html: markShell(shell), head: marketHead, notice },
      marketPage,
    );
    for (const page of [PRODUCT_PAGE, FARM_PAGE, ...PRICE_PAGES]) {
      const template = PRICE_PAGES.includes(page) ? pricesPage : offerPage;
      const head = `${HEAD_MARK}${await preloaded(page)}${WITHOUT_SCRIPT}`;
      await write(
        page.name,
        { title: 'SokoShamba', html: markShell(shell), head, notice },
        template,
      );
    }
  }
  await writeFile(join(webFolder, 'pages', 'robots.txt'), robots);
  await writeFile(join(webFolder, 'pages', 'sitemap.xml'), sitemap());
  // A template with placeholders, which must never be served.
  await rm(indexFile);
}

function fill(template: string, { language, title, html, head, notice = '' }: Page) {
  return template
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<!--head-->', () => head)
    .replace('<body>', () => `<body>${notice}`)
    .replace('<!--page-->', () => html);
}

const MAIN_SCRIPT = / *<script type="module"[^>]*><\/script>\n/;

const withVersion = (html: string, version: string) =>
  html.replace('<html lang="en"', `<html lang="en" data-version="${version}"`);

/** Vite's own links list only what every page needs. */
const withoutPreloads = (html: string) =>
  html
    .replaceAll(/ *<link rel="modulepreload"[^>]*>\n/g, '')
    .replace('<script type="module"', '<script type="module" fetchpriority="low"');

const STYLES = /<link rel="stylesheet"[^>]*>/;

const withStyles = (html: string, { manifest }: Build, modules: string[]) =>
  html.replace(STYLES, `<link rel="stylesheet" href="/${stylesOf(manifest, modules)}">`);

const startedLate = (template: string, { manifest }: Build) =>
  template
    .replace(MAIN_SCRIPT, '')
    .replace(
      '<title>',
      `<script type="module" async src="/${scriptsOf(manifest, [LOADER_MODULE])[0]}"></script>\n    <title>`,
    );

/** Inlines the styles of the rendered parts, so that they show without waiting for another file. */
async function renderedTemplate(template: string, build: Build, drawn: string) {
  const styles = await readFile(join(build.webFolder, build.manifest[drawn]?.file ?? ''), 'utf8');
  const [whole = ''] = STYLES.exec(template) ?? [];
  const late = whole.replace('>', ' media="print" data-late>');
  return startedLate(template, build)
    .replace(whole, () => `<style>${styles.trim()}</style>`)
    .replace('</body>', () => `${late}<noscript>${whole}</noscript></body>`);
}

const WITHOUT_SCRIPT =
  '\n    <noscript><style>.needs-script{display:none!important}.without-script{display:grid!important}</style></noscript>';

const withoutScript = (language: Language) =>
  noticeOf(escapeHtml(m.scriptNeededToBuy({}, { locale: language }))) + scriptsFailed(language);

const needsScript = (language: Language) =>
  noticeOf(
    `${escapeHtml(m.scriptNeeded({}, { locale: language }))} <a class="link" href="/market">${escapeHtml(m.marketPageTitle({}, { locale: language }))}</a>`,
  );

const scriptsFailed = (language: Language) => {
  const [text, reload] = [
    m.scriptsFailed({}, { locale: language }),
    m.updateNow({}, { locale: language }),
  ].map(escapeHtml);
  return `<p hidden data-failed role="alert" class="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-3 border-line border-t bg-maize-soft px-4 py-1 text-center text-on-maize-soft print:hidden">${text} <button type="button" class="link min-h-11">${reload}</button></p>`;
};

const noticeOf = (html: string) =>
  `<noscript><p class="bg-maize-soft px-4 py-2 text-center text-on-maize-soft text-sm">${html}</p></noscript>`;

type Described = { title: string; description: string; language: Language };

function headOf(page: BuiltPage, { title, description, language }: Described) {
  if (page === NOT_FOUND_PAGE) return '<meta name="robots" content="noindex" />';
  return shareTags(
    {
      type: 'website',
      path: page.path,
      title,
      summary: description,
      more: { 'og:image:width': '1200', 'og:image:height': '630' },
    },
    { language, publicUrl: '%PUBLIC_URL%' },
  );
}

/**
 * The largest first, because a browser that requests six files at a time would start them late.
 * `isStartedLate`: the page's first script requests them.
 */
async function preloads(
  { webFolder, manifest }: Build,
  { modules, path }: BuiltPage,
  { isStartedLate = false } = {},
) {
  const files = scriptsOf(manifest, [ENTRY_MODULE, ...modules]);
  const sized = await Promise.all(
    files.map(async (file) => ({ file, size: (await stat(join(webFolder, file))).size })),
  );
  const scripts = sized.toSorted((a, b) => b.size - a.size).map(({ file }) => `/${file}`);
  const links = isStartedLate
    ? [
        `<meta name="scripts" data-main="/${manifest[ENTRY_MODULE]?.file}" content="${scripts.join(' ')}" />`,
      ]
    : scripts.map((script) => `<link rel="modulepreload" href="${script}" fetchpriority="low" />`);
  if (path === '/')
    links.unshift(
      '<link rel="preload" as="image" href="/art/hero-farm.svg" fetchpriority="high" />',
    );
  return links.map((link) => `\n    ${link}`).join('');
}

const pathsOf = (crawlers: 'listed' | 'disallowed') =>
  Object.values(routes).flatMap((route) => (route.crawlers === crawlers ? [route.path] : []));

const robots = `User-agent: *
Allow: /api/feeds/
Allow: /api/prices.csv
Disallow: /api/
Disallow: /trpc/
Disallow: /demo/
${pathsOf('disallowed')
  .map((path) => `Disallow: ${path}`)
  .join('\n')}

Sitemap: %PUBLIC_URL%/sitemap.xml
`;

const urlOf = (path: string) => `  <url><loc>%PUBLIC_URL%${path}</loc></url>`;

const sitemap = () => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pathsOf('listed').map(urlOf).join('\n')}
${crops.map(({ id }) => urlOf(`/prices/${id}`)).join('\n')}
</urlset>
`;
