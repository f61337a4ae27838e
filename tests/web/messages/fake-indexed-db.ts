type Handlers = { result?: unknown; onsuccess?: () => void; onupgradeneeded?: () => void; onerror?: () => void };

/** What the queue needs of IndexedDB, which jsdom lacks: databases of one store, in memory. */
export function fakeIndexedDb() {
  const databases = new Map<string, Map<string, unknown>>();
  const answer = (result: unknown): Handlers => {
    const request: Handlers = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const storeOf = (values: Map<string, unknown>) => ({
    get: (key: string) => answer(values.get(key)),
    put: (value: unknown, key: string) => answer(values.set(key, value)),
    delete: (key: string) => answer(values.delete(key)),
    // idb-keyval waits for it by `oncomplete`.
    get transaction() {
      const done: { oncomplete?: () => void } = {};
      queueMicrotask(() => done.oncomplete?.());
      return done;
    },
  });
  return {
    open(name: string) {
      const known = databases.get(name);
      const values = known ?? new Map<string, unknown>();
      databases.set(name, values);
      const db = {
        createObjectStore: () => {},
        close: () => {},
        transaction: () => ({ objectStore: () => storeOf(values) }),
      };
      const request: Handlers = { result: db };
      queueMicrotask(() => {
        if (!known) request.onupgradeneeded?.();
        request.onsuccess?.();
      });
      return request;
    },
    deleteDatabase: (name: string) => answer(databases.delete(name)),
    databases: async () => [...databases.keys()].map((name) => ({ name, version: 1 })),
  };
}
