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
