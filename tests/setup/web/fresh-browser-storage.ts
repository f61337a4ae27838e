import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// Files of one worker share the browser and our modules. What one leaves behind would be the next
// one's.
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();
globalThis.indexedDB = new IDBFactory();
