/** Words of finding: in which order, for how much, where. */
import type * as sq from '../sq/find.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'find.open': 'Sort and filter',
  'find.sort': 'Sort by',
  'find.sort.default': 'Recommended',
  'find.sort.newest': 'Newest',
  'find.sort.ending': 'Ending soon',
  'find.sort.price': 'Lowest price',
  'find.sort.discount': 'Biggest discount',
  'find.sort.rating': 'Highest rated',
  'find.price': 'Price in lek',
  'find.price.from': 'From',
  'find.price.to': 'To',
  'find.price.atLeast': 'From {price}',
  'find.price.atMost': 'Up to {price}',
  'find.apply': 'Show deals',
  'find.clear': 'Clear filters',
  'find.chosen': 'Chosen filters',
  'find.remove': 'Remove: {what}',
  'find.in': '{deals} in {city}',
  'find.inAll': '{deals} in all of Albania',
  'find.partly': 'Partial matches',
  'find.results': 'Results for “{search}”',
  'find.popular': 'Popular searches',
  'find.sort.near': 'Nearest to you',
  'find.near': 'Near me',
  'find.near.asking': 'Finding you…',
  'find.near.refused':
    'Your location is blocked for this page. Allow it in the settings of your browser and try again.',
  'find.near.unknown': 'Your device could not find where you are. Try again in a moment.',
  'find.empty': 'No deals at these prices',
};
