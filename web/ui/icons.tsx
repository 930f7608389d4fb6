/** Lucide's shapes as icons of ours. Each is one element, its shapes one text: React neither renders nor hydrates them piece by piece. */
import * as lucide from 'lucide';

export interface IconProps {
  /** px */
  size?: number;
  className?: string;
}

export type Icon = (props: IconProps) => React.ReactNode;

/** Names nothing: what stands beside it, or its control, does. */
function icon(shapes: lucide.IconNode): Icon {
  const inner = { __html: shapes.map(toText).join('') };
  return ({ size = 24, className = '' }) => (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={`icon ${className}`}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shapes of a package, nothing that anybody can send
      dangerouslySetInnerHTML={inner}
    />
  );
}

const toText = ([tag, attributes]: lucide.IconNode[number]) =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`;

export const ArrowLeft = icon(lucide.ArrowLeft);
export const AtSign = icon(lucide.AtSign);
export const Banknote = icon(lucide.Banknote);
export const Bell = icon(lucide.Bell);
export const Check = icon(lucide.Check);
export const ChevronDown = icon(lucide.ChevronDown);
export const ChevronRight = icon(lucide.ChevronRight);
export const CircleUserRound = icon(lucide.CircleUserRound);
export const CreditCard = icon(lucide.CreditCard);
export const Clock = icon(lucide.Clock);
export const CloudOff = icon(lucide.CloudOff);
export const Eye = icon(lucide.Eye);
export const EyeOff = icon(lucide.EyeOff);
export const Flower2 = icon(lucide.Flower2);
export const Hand = icon(lucide.Hand);
export const Heart = icon(lucide.Heart);
export const Hourglass = icon(lucide.Hourglass);
export const House = icon(lucide.House);
export const ImageOff = icon(lucide.ImageOff);
export const LayoutGrid = icon(lucide.LayoutGrid);
export const LogOut = icon(lucide.LogOut);
export const MapPin = icon(lucide.MapPin);
export const LifeBuoy = icon(lucide.LifeBuoy);
export const MessageCircle = icon(lucide.MessageCircle);
export const Minus = icon(lucide.Minus);
export const Navigation = icon(lucide.Navigation);
export const Phone = icon(lucide.Phone);
export const Plus = icon(lucide.Plus);
export const Printer = icon(lucide.Printer);
export const Scissors = icon(lucide.Scissors);
export const Search = icon(lucide.Search);
export const Settings = icon(lucide.Settings);
export const ShoppingBag = icon(lucide.ShoppingBag);
export const SlidersHorizontal = icon(lucide.SlidersHorizontal);
export const Smile = icon(lucide.Smile);
export const Sparkles = icon(lucide.Sparkles);
export const Star = icon(lucide.Star);
export const Store = icon(lucide.Store);
export const Tag = icon(lucide.Tag);
export const TicketCheck = icon(lucide.TicketCheck);
export const Trash2 = icon(lucide.Trash2);
export const Waves = icon(lucide.Waves);
export const Wifi = icon(lucide.Wifi);
export const X = icon(lucide.X);
