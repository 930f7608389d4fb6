/** Queues of jobs that run one at a time. */

export const MAILS = 'mails';
