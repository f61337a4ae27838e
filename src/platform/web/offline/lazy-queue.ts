import { m } from '#text';
import type { Entry } from './entry.ts';
import type { Change } from './save-change.ts';

type Queue = Pick<typeof import('./save-change.ts'), 'sayPending' | 'saveChange'>;

/** The queue's code loads soon after the screen. A change waits for it. */
const LOADS_WITHIN_MILLISECONDS = 10_000;

let queue: Queue | null = null;
let provide: (loaded: Queue) => void = () => {};
const provided = new Promise<Queue>((resolve) => {
  provide = resolve;
});

export function provideQueue(loaded: Queue) {
  queue = loaded;
  provide(loaded);
}

export async function saveChange(change: Change): Promise<Entry | null> {
  const loaded = queue ?? (await loading());
  if (!loaded) throw new Error(m.cannotConnect());
  return loaded.saveChange(change);
}

/** Runs a press once the quantity on screen includes pending changes. */
export function afterQueue(press: () => void) {
  if (queue) press();
  else void loading().then(press);
}

const loading = () => Promise.race([provided, later(LOADS_WITHIN_MILLISECONDS)]);

const later = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null));

export const sayPending = (entry: Pick<Entry, 'isLoose'>): void => queue?.sayPending(entry);

/** The kind's own code wrote the input. */
export const inputOf = <Input>({ input }: Pick<Entry, 'input'>): Input => input as Input;
