import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore } from '#photos/server/photo-store.ts';
import {
  caller,
  countRows,
  makeFarm,
  makeJpeg,
  openMarket,
  photoPart,
  sendForm,
  services,
} from '#tests/setup/in-market.ts';
import { photoFolder } from '#tests/setup/photo-folder.ts';

const disk = mkdtempSync(join(tmpdir(), 'sokoshamba-small-disk-'));

/** A RAM disk of this many kilobytes, where the process may mount one (often so in a container). */
function mountDisk(kilobytes: number, ...options: string[]): boolean {
  try {
    const all = [`size=${kilobytes}k`, ...options].join(',');
    execFileSync('mount', ['-t', 'tmpfs', '-o', all, 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const unmountDisk = () => void execFileSync('umount', [disk]);
const canMount = mountDisk(60);
if (canMount) unmountDisk();

describe.runIf(canMount)('E41: a full disk', () => {
  let token: string;
  let photo: Buffer;
  beforeAll(async () => {
    mountDisk(60);
    await openMarket();
    ({ token } = await makeFarm());
    photo = await makeJpeg({ width: 1600, height: 1200 });
  });
  afterAll(() => {
    unmountDisk();
    rmSync(disk, { recursive: true, force: true });
  });

  const upload = () => sendForm('/api/farmer/photos', [photoPart(photo)], { token });
  const filesOnDisk = async () =>
    (await readdir(disk, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length;

  test.each(['during the upload', 'while the sizes are stored'] as const)(
    'answers 507 %s, and leaves no partial file and no row',
    async (when) => {
      services.uploadFolder = join(when === 'during the upload' ? disk : photoFolder, 'tmp');
      services.photoStore = { ...services.photoStore, ...createFolderStore(disk) };
      mkdirSync(services.uploadFolder, { recursive: true });
      const message = expect.stringMatching(/^No room for more photos now/);
      expect(await upload()).toMatchObject({ status: 507, body: { message } });
      expect(await filesOnDisk()).toBe(0);
      expect(await countRows('photos')).toBe(0);
      expect((await caller({ token }).farmer.profile()).farmName).toBe('Kilima Farm');
    },
  );

  test('accepts the same photo once there is room again', async () => {
    expect(mountDisk(20_000, 'remount')).toBe(true);
    expect((await upload()).status).toBe(201);
    expect(await filesOnDisk()).toBe(1);
  });
});
