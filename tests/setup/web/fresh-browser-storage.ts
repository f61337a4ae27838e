import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// Files of one worker share the browser. A session that one leaves behind would be the next one's.
if (typeof localStorage !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
}
globalThis.indexedDB = new IDBFactory();
