import { fold } from '#platform/rules/text/fold.ts';

type Place = { subcounty: string | null; addressDescription: string | null };

/** An address found on the map already names its sub-county. */
export function collectionText({ addressDescription, subcounty }: Place): string {
  const parts = addressDescription?.split(',').map((part) => fold(part)) ?? [];
  const isNamed = !subcounty || parts.includes(fold(subcounty));
  return [addressDescription, isNamed ? null : subcounty].filter(Boolean).join(', ');
}
