type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Typed = { field: Field; value: string | boolean };

let giveBack: (() => void) | null = null;

/**
 * On a slow line the built HTML can be filled in before the script arrives. This notes what stands in the fields, just before
 * the script takes them over.
 */
export function noteWhatWasTyped(): void {
  const focused = document.activeElement;
  const typed = [...document.querySelectorAll<Field>('input, textarea, select')].flatMap((field): Typed[] => {
    if (isTickable(field)) return field.checked === field.defaultChecked ? [] : [{ field, value: field.checked }];
    return field.value === builtValue(field) ? [] : [{ field, value: field.value }];
  });
  giveBack = () => {
    for (const { field, value } of typed) {
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
