import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';

/*
 * Text in server-drawn pictures, as outlines, so that it looks the same on every machine without
 * installed fonts. The font is Lato (OFL), with Western European letters.
 */
const require = createRequire(import.meta.url);
const files = {
  bold: () => require.resolve('@fontsource/lato/files/lato-latin-700-normal.woff'),
  black: () => require.resolve('@fontsource/lato/files/lato-latin-900-normal.woff'),
};
type Weight = keyof typeof files;

const opened = new Map<Weight, fontkit.Font>();

function fontOf(weight: Weight): fontkit.Font {
  const known = opened.get(weight);
  if (known) return known;
  const font = fontkit.openSync(files[weight]()) as fontkit.Font;
  opened.set(weight, font);
  return font;
}

type Lettering = {
  x: number;
  y: number;
  size: number;
  weight: Weight;
  fill: string;
  widest?: number;
};

/**
 * One line of text as an SVG path. `y` is its baseline. It is scaled down if it would be wider than
 * `widest`.
 */
export function letter(
  text: string,
  { x, y, size, weight, fill, widest = Number.POSITIVE_INFINITY }: Lettering,
): string {
  const font = fontOf(weight);
  const run = font.layout(text);
  const scale = Math.min(size / font.unitsPerEm, widest / Math.max(1, run.advanceWidth));
  let at = 0;
  const glyphs = run.glyphs.map((glyph, index) => {
    const place = run.positions[index];
    const d = glyph.path.toSVG();
    const drawn = `<path transform="translate(${at + (place?.xOffset ?? 0)} 0)" d="${d}"/>`;
    at += place?.xAdvance ?? glyph.advanceWidth;
    return d ? drawn : '';
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${glyphs.join('')}</g>`;
}
