import { Eye, Flower2, Hand, type LucideIcon, Scissors, Smile, Sparkles, Tag, Waves } from 'lucide-react';

const icons: Record<string, LucideIcon> = {
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
  return <Icon size={size} strokeWidth={1.9} aria-hidden="true" />;
}
