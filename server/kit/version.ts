/** The version of package.json. */
import own from '#package.json' with { type: 'json' };

export const { version } = own;
