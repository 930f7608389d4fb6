import { Eye, Flower2, Hand, type Icon, Scissors, Smile, Sparkles, Tag, Waves } from '#web/ui/icons.tsx';

const icons: Record<string, Icon> = {
  hair: Scissors,
  skin: Sparkles,
  nails: Hand,
  eyebrows: Eye,
  lips: Smile,
  massage: Flower2,
  spa: Waves,
};

export function CategoryIcon({ slug, size = 18 }: { slug: string; size?: number }) {
  const Icon = icons[slug] ?? Tag;
  return <Icon size={size} />;
}

/** Light background and strong foreground of each category. */
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
