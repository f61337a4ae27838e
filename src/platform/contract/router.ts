/* Declared by app/server/app-router.ts, so that the features and the platform can use the types. */

// biome-ignore lint/suspicious/noEmptyInterface: the roof fills it
export interface Registered {}

type Of<Name extends string> = Registered extends Record<Name, infer Type> ? Type : never;
export type AppRouter = Of<'router'>;
export type Caller = Of<'caller'>;
