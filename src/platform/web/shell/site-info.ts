const WITHOUT_PAGE = {
  'support-email': '%SUPPORT_EMAIL%',
  'support-phone': '%SUPPORT_PHONE%',
  'support-location': '%SUPPORT_LOCATION%',
  'tile-url': '%TILE_URL%',
};

/**
 * This installation's own details (the SUPPORT_* and TILE_URL settings). Prerendered pages contain
 * placeholders that the server fills in. The script reads the same values from the page's head, so
 * both render the same text.
 */
function siteInfo(name: keyof typeof WITHOUT_PAGE): string {
  if (typeof document === 'undefined') return WITHOUT_PAGE[name];
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

let publicUrl = '';

/** Sets the details when the server renders a page. */
export function setSiteInfo(site: { supportEmail: string; publicUrl: string }): void {
  WITHOUT_PAGE['support-email'] = site.supportEmail;
  publicUrl = site.publicUrl;
}

/** Where the site is, for links that leave it: "https://soko.example". */
export const siteUrl = () => (typeof document === 'undefined' ? publicUrl : location.origin);

export const supportEmail = () => siteInfo('support-email');
export const supportPhone = () => siteInfo('support-phone');
/** A link that calls. RFC 3966 allows no spaces. */
export const telLink = (phoneNumber: string) => `tel:${phoneNumber.replaceAll(/[^+\d]/g, '')}`;
export const supportLocation = () => siteInfo('support-location');

/** The URL template of the map tiles, with {z}, {x} and {y}. */
export const tileUrl = () => siteInfo('tile-url');

/**
 * Whether the server sends SMS, which it marks on the page's root element. Prerendered pages use
 * the class `needs-sms` instead.
 */
export const hasSms = () =>
  typeof document !== 'undefined' && document.documentElement.dataset.sms === 'on';
