/** Words of administrators: deals, reports, categories, money, overview, audit log. */
import type * as sq from '../sq/moderation.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.adminDeals.alreadyHidden': 'Another administrator has already hidden this deal.',
  'problem.adminDeals.reportsDecided': 'Another administrator has already decided about these reports.',
  'problem.adminDeals.hasOwner': 'It already has an owner.',
  'problem.adminDeals.salonNotFound': 'There is no such salon.',
  'problem.categories.slugTaken': 'Another category has this slug.',
  'problem.categories.slugUsed': 'The slug cannot be changed, because deals have this category.',
  'problem.categories.used': 'Deals have this category, so it cannot be deleted. You can deactivate it.',
  'problem.categories.changed': 'The categories were changed meanwhile. Reload the list.',
  'problem.categories.notFound': 'There is no such category.',
  'problem.adminMoney.otherProvider':
    'This payment was made at another provider, or cards are off. Give it back there.',
  'problem.adminMoney.farRate': 'This is more than 20% from the last rate, {rate}. Confirm it if it is right.',
  'field.days': 'days',
  'field.by': 'whose',
  'field.positions': 'lines',
  'field.allPerUsd': 'exchange rate',
  'field.isConfirmed': 'confirmation',
  'field.decision': 'decision',
  'field.ownerEmail': "dealer's email",
  'field.slug': 'slug',
  'field.name': 'name',
  'field.nameEn': 'name in English',
  'field.icon': 'icon',
  'field.color': 'colour',
  'field.ids': 'order',
  'field.state': 'state',
  'field.salon': 'salon',
  'field.q': 'search',
};
