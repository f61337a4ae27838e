/** Joins class names, leaving out what doesn't apply. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
