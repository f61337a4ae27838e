const systems: [RegExp, string][] = [
  [/Android/i, 'Android'],
  [/iPhone|iPad|iPod/i, 'iPhone'],
  [/Windows/i, 'Windows'],
  [/Mac OS X|Macintosh/i, 'Mac'],
  [/CrOS/i, 'Chromebook'],
  [/Linux/i, 'Linux'],
];
// Browsers also name those that they descend from, so the most specific comes first.
const browsers: [RegExp, string][] = [
  [/OPR\/|Opera Mini|Opera/i, 'Opera'],
  [/EdgA?\//i, 'Edge'],
  [/SamsungBrowser/i, 'Samsung Internet'],
  [/Firefox|FxiOS/i, 'Firefox'],
  [/Chrome|CriOS/i, 'Chrome'],
  [/Safari/i, 'Safari'],
];

const nameIn = (table: [RegExp, string][], userAgent: string) => table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** What a person calls the device of a session, "Chrome, Android": enough to recognise one's own, and all that is kept. */
export function deviceName(userAgent: string | undefined): string {
  return [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')].filter(Boolean).join(', ');
}
