/** Icons and colours that a category can have. */

/** Names of icons, as stored. */
export const CATEGORY_ICONS = [
  'scissors',
  'sparkles',
  'hand',
  'eye',
  'smile',
  'flower',
  'waves',
  'heart',
  'star',
  'gift',
  'person',
  'sun',
  'tag',
] as const;

export const CATEGORY_COLORS = ['clay', 'apricot', 'pomegranate', 'walnut', 'rose', 'olive', 'sea'] as const;
