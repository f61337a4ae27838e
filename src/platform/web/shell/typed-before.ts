type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const FIELDS = 'input, textarea, select';

const typed = new Map<Field, string | boolean>();
/** All fields that the user has typed into since the page was opened. */
const everTyped = new WeakSet<Element>();
let focused: Element | null = null;
/** Whether the field's form already handles its input events. */
let isHandedOver = (_: Field): boolean => false;

/**
 * On a slow connection, users can fill in the server's HTML before the script arrives. Records the
 * fields' contents just before hydration.
 */
export function noteWhatWasTyped(): void {
  focused = document.activeElement;
  for (const field of document.querySelectorAll<Field>(FIELDS)) {
    if (
      isTickable(field) ? field.checked !== field.defaultChecked : field.value !== builtValue(field)
    )
      note(field);
  }
  // Users keep typing until the form is hydrated, and React would silently empty a field whose
  // state is empty.
  document.addEventListener('input', noteNext, true);
}

function note(field: Field) {
  everTyped.add(field);
  typed.set(field, isTickable(field) ? field.checked : field.value);
}

const noteNext = ({ target }: Event) => {
  if (!isField(target)) return;
  everTyped.add(target);
  if (!isHandedOver(target)) note(target);
};

/** Whether the user has typed into a field. Initial values and restored drafts don't count. */
export const wasTyped = (field: Element): boolean => everTyped.has(field);

/**
 * Passes the recorded values to the page's form as if they had just been typed: all of them, or
 * those of the fields that are ready. Call it in an effect of the component that holds the form:
 * React hydrates a page piece by piece, and this piece is ready only then.
 */
export function giveBackWhatWasTyped(isReady: (field: Field) => boolean = () => true): void {
  isHandedOver = isReady;
  for (const [noted, value] of [...typed].filter(([field]) => isReady(field))) {
    typed.delete(noted);
    const field = noted.isConnected ? noted : successorOf(noted);
    if (!field) continue;
    if (typeof value === 'boolean') {
      if (isTickable(field)) tick(field, value);
    } else {
      // The field's current text is newer, unless hydration has just emptied it. A select was reset
      // by hydration.
      write(field, (field instanceof HTMLSelectElement ? '' : field.value) || value);
    }
  }
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
  focused = null;
}

/**
 * A window event that app/web/early.ts waits for. That file repeats the name, because it imports
 * nothing.
 */
const PAGE_RUNS = 'pageruns';
export type PageRuns = typeof PAGE_RUNS;

/** Signals that the page handles clicks itself. Call it in an effect of the page. */
export const sayPageRuns = () => void dispatchEvent(new Event(PAGE_RUNS));

/** The same for a page whose fields are all ready. First restores the typed values. */
export function takeOverPage(): void {
  giveBackWhatWasTyped();
  sayPageRuns();
}

/**
 * The field that replaced a removed one. React discards the server's HTML if a translator or a
 * password manager has changed it.
 */
const successorOf = ({ localName, name, value }: Field) => {
  const named = document.querySelectorAll<Field>(`${localName}[name="${name}"]`);
  // Several boxes share a name, each with its own value.
  return [...named].find((field) => !isTickable(field) || field.value === value);
};

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches(FIELDS);

const isTickable = (field: Field): field is HTMLInputElement => /checkbox|radio/.test(field.type);

/**
 * The value in the prerendered page. A field that still has it was not changed. A slider, for
 * example, is never empty.
 */
const builtValue = (field: Field): string | undefined =>
  field instanceof HTMLSelectElement
    ? (field.querySelector<HTMLOptionElement>('[selected]') ?? field.options[0])?.value
    : field.defaultValue;

/** Sets the opposite value first, so that the click results in the right one. */
function tick(field: HTMLInputElement, value: boolean) {
  field.checked = !value;
  field.click();
}

/**
 * React ignores an input event if it already knows the value. So this first empties the field
 * through React's setter, and then writes the value with the native one.
 */
function write(field: Field, value: string) {
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(
    new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}
