/** The words of a name without case, accents and apostrophes: "Murang'a" is "muranga", "Trans-Nzoia" is "trans", "nzoia". */
export function plainWords(text: string): string[] {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}'’`]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
