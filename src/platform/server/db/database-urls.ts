/**
 * Splits a setting with several URLs. A comma also separates the hosts of one URL, so this splits
 * only where another URL begins.
 */
export const splitUrls = (text: string): string[] =>
  text
    .split(/,(?=\s*postgres(?:ql)?:)/)
    .map((url) => url.trim())
    .filter(Boolean);

/** One URL per host: postgres://soko@db-1,db-2:5433/soko gives two. */
export function hostUrls(url: string): string[] {
  const [, before, hosts = '', after] =
    /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

export const isPostgresUrl = (url: string): boolean =>
  /^postgres(ql)?:\/\//.test(url) && hostUrls(url).every((one) => URL.canParse(one));
