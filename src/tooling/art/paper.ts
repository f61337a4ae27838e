// The paper and scissors shared by every drawing: numbers kept short (each byte is sent to a phone),
// smooth ridges, tiny SVG builders. Everything is deterministic, so a redraw changes nothing by itself.

export type Point = readonly [x: number, y: number];

export const colours = {
  ink: '#17261d',
  paper: '#faf7ef',
  leaf: '#1f6b43',
  leafDeep: '#0f3d2e',
  maize: '#f2b134',
  soil: '#a8432f',
} as const;

/** Rounds to at most one decimal place, without a trailing zero. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}

/** Park–Miller generator: the same seed draws the same picture on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

export interface Placement {
  x: number;
  y: number;
  scale?: number;
  turn?: number;
  flip?: boolean;
}

export function transformOf({ x, y, scale = 1, turn = 0, flip = false }: Placement): string {
  const parts = [`translate(${short(x)} ${short(y)})`];
  if (turn) parts.push(`rotate(${short(turn)})`);
  if (flip) parts.push(`scale(${-Math.round(scale * 100) / 100} ${Math.round(scale * 100) / 100})`);
  else if (scale !== 1) parts.push(`scale(${Math.round(scale * 100) / 100})`);
  return parts.join('');
}

export function place(placement: Placement, art: string): string {
  return `<g transform="${transformOf(placement)}">${art}</g>`;
}

export function use(id: string, placement: Placement): string {
  return `<use href="#${id}" transform="${transformOf(placement)}"/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${short(width)}" stroke-linecap="round"${more && ` ${more}`}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function ellipse([x, y]: Point, [rx, ry]: Point, fill: string, more = ''): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"${more && ` ${more}`}/>`;
}

/** A vertical gradient; stops are [offset, colour] or [offset, colour, opacity]. */
export function fade(id: string, ...stops: [number, string, number?][]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`;
}

export function glow(id: string, ...stops: [number, string, number?][]): string {
  return `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`;
}

function stopsOf(stops: [number, string, number?][]): string {
  return stops
    .map(([offset, colour, opacity]) => {
      const alpha = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${offset}" stop-color="${colour}"${alpha}/>`;
    })
    .join('');
}

/** Catmull–Rom through the points, as cubic Béziers in whole units. */
export function smooth(points: readonly Point[]): string {
  const at = (i: number): Point => points[Math.max(0, Math.min(points.length - 1, i))] ?? [0, 0];
  const r = Math.round;
  let d = `M${r(at(0)[0])} ${r(at(0)[1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const c1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const;
    const c2 = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const;
    d += `C${r(c1[0])} ${r(c1[1])} ${r(c2[0])} ${r(c2[1])} ${r(to[0])} ${r(to[1])}`;
  }
  return d;
}

/** The height of a ridge at x, close enough to stand a tree on it. */
export function heightAt(points: readonly Point[], x: number): number {
  for (let i = 0; i < points.length - 1; i++) {
    const [x1, y1] = points[i] ?? [0, 0];
    const [x2, y2] = points[i + 1] ?? [0, 0];
    if (x1 <= x && x <= x2) {
      const t = (1 - Math.cos(((x - x1) / (x2 - x1)) * Math.PI)) / 2;
      return y1 + (y2 - y1) * t;
    }
  }
  return points.at(-1)?.[1] ?? 0;
}

export interface Sheet {
  width: number;
  height: number;
  defs?: string;
  body: string;
  /** Extra attributes of the root element. */
  more?: string;
}

export function sheet({ width, height, defs = '', body, more = '' }: Sheet): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${more && ` ${more}`}>`;
  return `${head}${defs && `<defs>${defs}</defs>`}${body}</svg>\n`;
}
