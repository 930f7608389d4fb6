/** For `like`: percent signs and underscores stand for themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
