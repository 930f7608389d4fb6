import { stillOf } from '#core/domain/media.ts';

/** The image that other sites show beside a link to a page (`og:image`), of a picture on it. */
export const shareImageOf = (url: string | null | undefined): string =>
  url
    ? stillOf(url.replace(/^\/pictures\/deals\/(.+)-\d+\.jpg$/, '/pictures/share/$1.jpg'), 960)
    : '/pictures/share/home.jpg';
