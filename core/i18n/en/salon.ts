/** Words of the public page of a salon. */
import type * as sq from '#core/i18n/sq/salon.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'salonPage.meta': '{name}, {city}: deals, opening hours, address and contact.',
  'salonPage.notFound.title': 'Salon not found',
  'salonPage.notFound.text': 'The salon you are looking for does not exist.',
  'salonPage.unavailable': 'This salon is not available now',
  'salonPage.about': 'About the salon',
  'salonPage.photos': 'Photos',
  'salonPage.photo': 'Photo {number} of {count}',
  'salonPage.contact': 'Address and contact',
  'salonPage.map': 'View on map',
  'salonPage.today': 'Hours today:',
  'salonPage.holidays': 'Closed on',
  'salonPage.greeting': 'Hello, I am writing from your page on Bukuri.',
  'salonPage.deals': 'Deals of the salon',
  'salonPage.deals.none': 'This salon has no deals at the moment.',
  'salonPage.deals.failed': 'The deals of the salon did not load.',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.salons.notFound': 'Salon not found',
};
