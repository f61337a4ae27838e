/** Injected, so that tests can set the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const secondsAfter = (moment: Date, seconds: number) =>
  new Date(moment.getTime() + seconds * 1000);
