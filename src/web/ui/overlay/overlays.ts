/** What lies over the page, the uppermost last. */
const overlays: object[] = [];

/** Puts one on top. @returns what takes it away again */
export function addOverlay(overlay: object): () => void {
  overlays.push(overlay);
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
  };
}

export const isTopOverlay = (overlay: object) => overlays.at(-1) === overlay;
export const hasOverlay = () => overlays.length > 0;
