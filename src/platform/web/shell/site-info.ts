const WITHOUT_PAGE = {
  'support-email': '%SUPPORT_EMAIL%',
  'support-phone': '%SUPPORT_PHONE%',
  'support-location': '%SUPPORT_LOCATION%',
  'tile-url': '%TILE_URL%',
};

/**
 * The SUPPORT_* and TILE_URL settings. The server fills them into placeholders of prerendered
 * pages, and the script reads them from the page's head.
 */
function siteInfo(name: keyof typeof WITHOUT_PAGE): string {
  if (typeof document === 'undefined') return WITHOUT_PAGE[name];
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

let publicUrl = '';

export function setSiteInfo(site: { supportEmail: string; publicUrl: string }): void {
  WITHOUT_PAGE['support-email'] = site.supportEmail;
  publicUrl = site.publicUrl;
}

export const siteUrl = () => (typeof document === 'undefined' ? publicUrl : location.origin);

export const supportEmail = () => siteInfo('support-email');
export const supportPhone = () => siteInfo('support-phone');
/** RFC 3966 allows no spaces. */
export const telLink = (phoneNumber: string) => `tel:${phoneNumber.replaceAll(/[^+\d]/g, '')}`;
export const supportLocation = () => siteInfo('support-location');

export const tileUrl = () => siteInfo('tile-url');

/** The server marks it on the root element. Prerendered pages use the class `needs-sms` instead. */
export const hasSms = () =>
  typeof document !== 'undefined' && document.documentElement.dataset.sms === 'on';
