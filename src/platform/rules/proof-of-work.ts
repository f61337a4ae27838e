/**
 * "<challenge>:<number>": the solution of a challenge. The client repeats the refused call with
 * this header.
 */
export const PROOF_OF_WORK_HEADER = 'X-Proof-Of-Work';
