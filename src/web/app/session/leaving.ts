/** Whether a person who logs out may go now, and whether what they have not sent yet stays on this device. */
export type Leaving = { mayLeave: boolean; isKept: boolean };
type Ask = () => Promise<Leaving>;

let ask: Ask | null = null;

/** Asks from now on before anybody logs out. */
export function askBeforeLeaving(question: Ask): void {
  ask = question;
}

/** Calls `leave` when the person may go: at once if nobody has a question. */
export function whenLeaving(leave: (leaving: Pick<Leaving, 'isKept'>) => void): void {
  if (ask) void ask().then((leaving) => leaving.mayLeave && leave(leaving));
  else leave({ isKept: false });
}
