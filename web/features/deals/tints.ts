/** Soft ground and strong partner of each category (identity). */
const tints: Record<string, string> = {
  hair: 'bg-hair text-hair-ink',
  skin: 'bg-skin text-skin-ink',
  nails: 'bg-nails text-nails-ink',
  eyebrows: 'bg-eyebrows text-eyebrows-ink',
  lips: 'bg-lips text-lips-ink',
  massage: 'bg-massage text-massage-ink',
  spa: 'bg-spa text-spa-ink',
};

export const tintOf = (category: string) => tints[category] ?? 'bg-raised text-muted';
