type Place = { subcounty: string | null; addressDescription: string | null };

/** Where an order is collected. An address found on the map already names its sub-county. */
export function collectionText({ addressDescription, subcounty }: Place): string {
  const parts = addressDescription?.split(',').map((part) => part.trim().toLowerCase()) ?? [];
  const isNamed = !subcounty || parts.includes(subcounty.trim().toLowerCase());
  return [addressDescription, isNamed ? null : subcounty].filter(Boolean).join(', ');
}
