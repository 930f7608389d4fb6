/** A reason not to start that its reader can mend: shown as one sentence, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
