/** Words of posting deals and of one's own deals. */
import type * as sq from '../sq/own-deals.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.ownDeals.expired': 'Cannot edit expired deals',
  'problem.ownDeals.noMembership': 'You need an active membership to post deals. Choose a plan in your profile.',
  'problem.ownDeals.noPosts':
    'You have no posts left in your plan. Upgrade it in your profile, or wait until it renews.',
  'field.businessInfo': 'about the business',
  'field.businessInfoEn': 'about the business in English',
  'field.socialLink': 'social media link',
  'field.description': 'description',
  'field.descriptionEn': 'description in English',
  'field.originalPrice': 'original price',
  'field.imageUrl': 'picture',
  'field.distance': 'map location',
  'field.timeLeft': 'duration',
  'field.address': 'address',
  'field.hours': 'opening hours',
  'field.priceUnit': 'unit of the price',
  'field.unitCount': 'number of units',
  'field.isActive': 'active state',
  'field.isHidden': 'hidden state',
  'field.isFeatured': 'featured state',
  'field.repostsLeft': 'reposts',
};
