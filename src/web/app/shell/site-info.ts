const BEFORE_SERVING = {
  'support-email': '%SUPPORT_EMAIL%',
  'support-phone': '%SUPPORT_PHONE%',
  'support-location': '%SUPPORT_LOCATION%',
  'tile-url': '%TILE_URL%',
};

/**
 * What this installation says about itself (the SUPPORT_* and TILE_URL settings). The built pages hold placeholders that the server fills
 * in when it serves them; the script reads the same values from the page's head, so both render the same text.
 */
function siteInfo(name: keyof typeof BEFORE_SERVING): string {
  if (typeof document === 'undefined') return BEFORE_SERVING[name];
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

export const supportEmail = () => siteInfo('support-email');
export const supportPhone = () => siteInfo('support-phone');
export const supportLocation = () => siteInfo('support-location');

/** The address of the map tiles, with {z}, {x} and {y} in it. */
export const tileUrl = () => siteInfo('tile-url');

/** Whether the server runs as a demo: it then marks the page's root element. */
export const isDemo = () => typeof document !== 'undefined' && document.documentElement.dataset.demo === 'on';
