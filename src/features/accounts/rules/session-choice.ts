export type SessionChoice = { userId: number } & (
  | { only: number }
  | { except: number }
  | { all: true }
);
