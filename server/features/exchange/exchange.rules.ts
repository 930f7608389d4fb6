/** For how long a rate that was learnt may be charged at: a feed that fell silent is not believed for ever. */
export const RATE_LASTS = '24 hours';

/** How old the feed's rate is when it is asked again: soon enough to be asked four times more before cards pause. */
export const ASKED_AFTER = '20 hours';

/** Made up: what a dollar costs in the sandbox, where no money moves and nobody said anything else. */
export const SANDBOX_ALL_PER_USD = '81';
