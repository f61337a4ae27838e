import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/server/project-root.ts';

/** A photo as src/tooling/produce/draw-all.ts draws and encodes it: like one that was uploaded. */
export type DrawnPhoto = {
  /** The id of the crop, or of another thing, in the photo. */
  subject: string;
  contentHash: string;
  colour: string;
  widthPixels: number;
  heightPixels: number;
  /** In the same folder, with the names that they have in the photo store. */
  files: string[];
  storedBytes: number;
};

export const drawnPhotosFolder = join(projectRoot, 'dist', 'demo-photos');

/** The photos of the demo's farms in a folder. None where they could not be drawn. */
export function readDrawnPhotos(folder: string): DrawnPhoto[] {
  const file = join(folder, 'photos.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).photos : [];
}
