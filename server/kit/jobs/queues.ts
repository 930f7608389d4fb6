/** Queues of jobs that run one at a time. */

export const MAILS = 'mails';
export const PUSHES = 'pushes';
