import { deskRpc } from './desk-client.ts';

type Performed = { outcome: 'done'; said: string } | { outcome: 'requested'; requestId: number };
type Call = { input: Record<string, unknown>; seen?: string };
type Operations = Record<string, { mutate: (call: Call) => Promise<Performed> }>;

/** The server checks the input of each operation. */
export const perform = (name: string, call: Call): Promise<Performed> => {
  const operation = (deskRpc.desk.do as unknown as Operations)[name];
  if (!operation) throw new Error(`there is no operation ${name}`);
  return operation.mutate(call);
};
