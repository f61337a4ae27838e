/*
 * On a slow connection, people type into the server's HTML before the script arrives. The handlers
 * did not get the event, and the next render would overwrite the field, so useEarlyInput dispatches
 * it again.
 */

import { useEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const FIELDS = 'input, textarea, select';

const typed = new WeakSet<EventTarget>();

/** Call it before the page is hydrated. */
export function watchTyping() {
  for (const field of document.querySelectorAll<Field>(FIELDS))
    if (isChanged(field)) typed.add(field);
  document.addEventListener('input', ({ target }) => target && typed.add(target), true);
}

/** Initial values and restored drafts don't count. */
export const wasTyped = (field: Element) => typed.has(field);

/** The ref of an element around fields, whose handlers get what was typed before. */
export function useEarlyInput<E extends Element>(): React.RefObject<E | null> {
  const container = useRef<E>(null);
  useEffect(() => {
    const fields = [...(container.current?.querySelectorAll<Field>(FIELDS) ?? [])];
    for (const field of fields.filter(wasTyped)) repeatEvent(field);
  }, []);
  return container;
}

const isTickable = (field: Field): field is HTMLInputElement => /checkbox|radio/.test(field.type);

function isChanged(field: Field) {
  if (isTickable(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const served = field.querySelector<HTMLOptionElement>('[selected]') ?? field.options[0];
  return field.value !== served?.value;
}

/** React ignores an event if it already knows the value, so this first sets another one. */
function repeatEvent(field: Field) {
  if (isTickable(field)) {
    field.checked = !field.checked;
    field.click();
    return;
  }
  const { value } = field;
  field.value = '';
  // React has replaced the field's own setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  const name = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(name, { bubbles: true }));
}
