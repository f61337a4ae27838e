type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let giveBack: (() => void) | null = null;

/**
 * On a slow line the built HTML can be filled in before the script arrives. This notes what stands in the fields, just before
 * the script takes them over.
 */
export function noteWhatWasTyped(): void {
  const focused = document.activeElement;
  const typed = new Map<Field, string | boolean>();
  const note = (field: Field) => typed.set(field, isTickable(field) ? field.checked : field.value);
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    if (isTickable(field) ? field.checked !== field.defaultChecked : field.value !== builtValue(field)) note(field);
  }
  // Until the form is alive one types on: an empty field that it takes over would be emptied again without a sound.
  const noteNext = ({ target }: Event) => {
    if (isField(target)) note(target);
  };
  document.addEventListener('input', noteNext, true);
  giveBack = () => {
    document.removeEventListener('input', noteNext, true);
    for (const [field, value] of typed) {
      if (typeof value === 'boolean') {
        if (isTickable(field)) tick(field, value);
      } else {
        // What stands there now is newer, unless the form has emptied the field as it took it over.
        write(field, field.value || value);
      }
    }
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) focused.focus();
  };
}

/**
 * Tells the page's form what was noted, as if it had just been typed. For an effect of the page that holds the form: React takes
 * a page over piece by piece, and only then is this piece alive.
 */
export function giveBackWhatWasTyped(): void {
  giveBack?.();
  giveBack = null;
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const isTickable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** What the page was built with: a slider that stands where it stood from the first was moved by nobody. */
const builtValue = (field: Field): string | undefined =>
  field instanceof HTMLSelectElement
    ? (Array.from(field.options).find((option) => option.defaultSelected) ?? field.options[0])?.value
    : field.defaultValue;

/** A click that ends where it should: what React has seen is the opposite. */
function tick(field: HTMLInputElement, value: boolean) {
  field.checked = !value;
  field.click();
}

/** React ignores an input event whose value it has seen: empty first through its own setter, then written past it. */
function write(field: Field, value: string) {
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
