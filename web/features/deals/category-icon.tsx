import type { CATEGORY_COLORS, CATEGORY_ICONS } from '#core/domain/categories.ts';
import {
  CircleUserRound,
  Eye,
  Flower2,
  Gift,
  Hand,
  Heart,
  type Icon,
  Scissors,
  Smile,
  Sparkles,
  Star,
  Sun,
  Tag,
  Waves,
} from '#web/ui/icons.ts';

type IconName = (typeof CATEGORY_ICONS)[number];
type Color = (typeof CATEGORY_COLORS)[number];

const icons: Record<IconName, Icon> = {
  scissors: Scissors,
  sparkles: Sparkles,
  hand: Hand,
  eye: Eye,
  smile: Smile,
  flower: Flower2,
  waves: Waves,
  heart: Heart,
  star: Star,
  gift: Gift,
  person: CircleUserRound,
  sun: Sun,
  tag: Tag,
};

/** Light background and strong foreground. */
const tints: Record<Color, string> = {
  clay: 'bg-hair text-hair-ink',
  apricot: 'bg-skin text-skin-ink',
  pomegranate: 'bg-nails text-nails-ink',
  walnut: 'bg-eyebrows text-eyebrows-ink',
  rose: 'bg-lips text-lips-ink',
  olive: 'bg-massage text-massage-ink',
  sea: 'bg-spa text-spa-ink',
};

/** Of the categories that every shop begins with, where only the slug is known or the category has none of its own. */
const usual: Record<string, { icon: IconName; color: Color }> = {
  hair: { icon: 'scissors', color: 'clay' },
  skin: { icon: 'sparkles', color: 'apricot' },
  nails: { icon: 'hand', color: 'pomegranate' },
  eyebrows: { icon: 'eye', color: 'walnut' },
  lips: { icon: 'smile', color: 'rose' },
  massage: { icon: 'flower', color: 'olive' },
  spa: { icon: 'waves', color: 'sea' },
};

interface Props {
  slug: string;
  /** Of the category, where it is known. */
  icon?: string | null | undefined;
  size?: number;
}

export function CategoryIcon({ slug, icon, size = 18 }: Props) {
  const Icon = icons[icon as IconName] ?? icons[usual[slug]?.icon ?? 'tag'];
  return <Icon size={size} />;
}

/** @param color - of the category, where it is known */
export const tintOf = (slug: string, color?: string | null): string =>
  tints[color as Color] ?? tints[usual[slug]?.color as Color] ?? 'bg-raised text-muted';
