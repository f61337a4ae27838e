/**
 * "<challenge>:<number>": the answer to the challenge of a call that was refused, sent with the
 * same call again.
 */
export const PROOF_OF_WORK_HEADER = 'X-Proof-Of-Work';
