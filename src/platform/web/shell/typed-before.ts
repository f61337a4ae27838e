type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const FIELDS = 'input, textarea, select';

const typed = new Map<Field, string | boolean>();
/** All into which a person has typed, for as long as they are on the page. */
const everTyped = new WeakSet<Element>();
let focused: Element | null = null;
/** Fields whose form hears itself what is typed. */
let isHandedOver = (_: Field): boolean => false;

/**
 * On a slow line people can fill in the HTML from the server before the script arrives. This
 * records the fields' contents just before the script takes them over.
 */
export function noteWhatWasTyped(): void {
  focused = document.activeElement;
  for (const field of document.querySelectorAll<Field>(FIELDS)) {
    if (
      isTickable(field) ? field.checked !== field.defaultChecked : field.value !== builtValue(field)
    )
      note(field);
  }
  // People go on typing until the form is hydrated, and React would silently empty a field whose
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

/**
 * Whether a person has typed into a field. What a form was opened with, or was brought back from a
 * draft, does not count.
 */
export const wasTyped = (field: Element): boolean => everTyped.has(field);

/**
 * Passes the recorded values to the page's form as if they had just been typed: all, or those of
 * the fields that are ready. Call it in an effect of the part that holds the form: React hydrates a
 * page piece by piece, and only then is this piece ready.
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
      // A field's current text is newer, unless hydration has just emptied the field. A select
      // field it has set back.
      write(field, (field instanceof HTMLSelectElement ? '' : field.value) || value);
    }
  }
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
  focused = null;
}

/**
 * An event of the window, which app/web/early.ts waits for. It names it itself: that file imports
 * nothing.
 */
const PAGE_RUNS = 'pageruns';
export type PageRuns = typeof PAGE_RUNS;

/** Says that the page answers presses itself. For an effect of the page. */
export const sayPageRuns = () => void dispatchEvent(new Event(PAGE_RUNS));

/** The same for a page whose fields are all ready: first they get back what was typed. */
export function takeOverPage(): void {
  giveBackWhatWasTyped();
  sayPageRuns();
}

/**
 * The field in whose place it stands. React throws away all HTML from the server if a translation,
 * or a password manager, has changed it before.
 */
const successorOf = ({ localName, name, value }: Field) => {
  const named = document.querySelectorAll<Field>(`${localName}[name="${name}"]`);
  // Several boxes have one name, each with its value.
  return [...named].find((field) => !isTickable(field) || field.value === value);
};

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches(FIELDS);

const isTickable = (field: Field): field is HTMLInputElement => /checkbox|radio/.test(field.type);

/**
 * The value in the prerendered page. A field that still has it was not changed by anybody; a
 * slider, for example, is never empty.
 */
const builtValue = (field: Field): string | undefined =>
  field instanceof HTMLSelectElement
    ? (field.querySelector<HTMLOptionElement>('[selected]') ?? field.options[0])?.value
    : field.defaultValue;

/** Sets the opposite value first, so that the click ends with the right one. */
function tick(field: HTMLInputElement, value: boolean) {
  field.checked = !value;
  field.click();
}

/**
 * React ignores an input event whose value it already knows: so the field is emptied through
 * React's setter, then written past it.
 */
function write(field: Field, value: string) {
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(
    new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}
