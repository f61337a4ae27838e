/** Read from the palette, so that the outlines follow the dark scheme too. */
export type MapColours = Record<
  | 'land'
  | 'landLine'
  | 'county'
  | 'countyLine'
  | 'water'
  | 'text'
  | 'halo'
  | 'circle'
  | 'coverage'
  | 'fix',
  string
>;

const tokens: MapColours = {
  land: '--color-sunk',
  landLine: '--color-line',
  county: '--color-leaf-soft',
  countyLine: '--color-edge',
  water: '--color-sky-soft',
  text: '--color-muted',
  halo: '--color-card',
  circle: '--color-soil',
  coverage: '--color-leaf',
  fix: '--color-soil-solid',
};

export function readMapColours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  const read = Object.entries(tokens).map(([name, token]) => [
    name,
    style.getPropertyValue(token).trim() || '#888',
  ]);
  // The keys match those of `tokens`.
  return Object.fromEntries(read) as MapColours;
}
