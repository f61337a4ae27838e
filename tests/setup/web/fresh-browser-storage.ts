import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// Files of one worker share the browser. What one leaves behind would be the next one's.
if (typeof localStorage !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
}
globalThis.indexedDB = new IDBFactory();
