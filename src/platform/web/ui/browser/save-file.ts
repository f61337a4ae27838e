export type SavedFile = { name: string; type: string; content: string | Blob };

/** The URL stays valid long enough for slow phones to start the download. */
export function saveFile({ name, type, content }: SavedFile): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MILLISECONDS);
}

const REVOKE_MILLISECONDS = 60_000;
